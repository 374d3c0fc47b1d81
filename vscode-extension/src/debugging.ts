import * as vscode from "vscode";
import type { LanguageServer } from "./client.ts";
import { configurationForTrace, type LaunchConfiguration, resolveLaunch } from "./launchConfiguration.ts";
import { violationAtCursor } from "./violations.ts";

/** Starts a debug session on the trace with this id. */
export async function stepThrough(trace: string): Promise<void> {
  await vscode.debug.startDebugging(undefined, configurationForTrace(trace));
}

/** The debugger `vouch`: the adapter is `vouch dap`, run from the same binary as the language server. */
export function registerDebugging(context: vscode.ExtensionContext, server: LanguageServer): void {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("vouch", {
      createDebugAdapterDescriptor: () => {
        const binary = server.binary();
        if (binary.kind === "missing") {
          throw new Error(binary.message);
        }
        return new vscode.DebugAdapterExecutable(binary.file, ["dap"]);
      },
    }),
    vscode.debug.registerDebugConfigurationProvider("vouch", {
      resolveDebugConfiguration: (_folder, given) => {
        const resolution = resolveLaunch(given as Partial<LaunchConfiguration>, violationAtCursor()?.trace);
        if (resolution.kind === "refused") {
          void vscode.window.showErrorMessage(resolution.message);
          return undefined;
        }
        return resolution.configuration;
      },
    }),
  );
}
