import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";
import { runOnce } from "./firstRun.ts";
import type { Focus } from "./focus.ts";
import { presentFocus } from "./focusTeller.ts";
import type { Proof, Question } from "./proof.ts";
import type { RunTable } from "./runTable.ts";
import type { Run } from "./runTree.ts";
import { findServerBinary, type ServerBinary } from "./serverBinary.ts";
import { initializationOptions, needsRestart, pageOfThePath, serverSettings, type Settings } from "./settings.ts";
import { withCursorInReason } from "./snippets.ts";
import type { DocumentStatus } from "./status.ts";
import type { StatusBoard } from "./statusBoard.ts";
import type { FunctionWithChecks } from "./testTree.ts";

function presentSettings(): Settings {
  // A copy: the configuration itself is a live object of VS Code with methods among its keys.
  return JSON.parse(JSON.stringify(vscode.workspace.getConfiguration("vouch"))) as Settings;
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** `vouch lsp` as a child of VS Code: found, started, configured, started again. */
export class LanguageServer implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private settings = presentSettings();
  /** Starts and stops happen one after the other. */
  private lastChange: Promise<void> = Promise.resolve();
  private readonly log = vscode.window.createOutputChannel("Vouch", { log: true });
  private readonly subscriptions: vscode.Disposable[] = [this.log];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly board: StatusBoard,
  ) {
    this.subscriptions.push(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("vouch")) {
          void this.settingsChanged();
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.board.forget(document.uri.toString())),
    );
  }

  /** The binary that serves the editor and the debugger. */
  binary(): ServerBinary {
    return findServerBinary({
      setting: vscode.workspace.getConfiguration("vouch").get<string>("path", ""),
      extensionFolder: this.context.extensionPath,
      workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      home: os.homedir(),
      searchPath: (process.env["PATH"] ?? "").split(path.delimiter),
      isExecutable,
    });
  }

  start(): Promise<void> {
    return this.afterLastChange(() => this.startNow());
  }

  stop(): Promise<void> {
    return this.afterLastChange(() => this.stopNow());
  }

  restart(): Promise<void> {
    return this.afterLastChange(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  showLog(): void {
    this.log.show();
  }

  /** Runs a command of the server. Says so if there is no server to run it. */
  async execute(command: string, ...parameters: unknown[]): Promise<unknown> {
    if (this.client?.state !== State.Running) {
      void vscode.window.showWarningMessage("Vouch: the server is not running.");
      return undefined;
    }
    try {
      return await this.client.sendRequest("workspace/executeCommand", { command, arguments: parameters });
    } catch (error) {
      void vscode.window.showErrorMessage(`Vouch: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** What was checked in the functions of a file; `undefined` if nothing is known of it. */
  async checksOf(uri: string): Promise<FunctionWithChecks[] | undefined> {
    if (this.client?.state !== State.Running) {
      return undefined;
    }
    const answer = await this.client.sendRequest<{ functions: FunctionWithChecks[] } | null>("vouch/checks", { textDocument: { uri } });
    return answer?.functions;
  }

  /** The run of a violation; `undefined`, and a message, if there is none any more. */
  runOf(uri: string, trace: string): Promise<Run | undefined> {
    return this.askAboutRun<Run>("vouch/run", { uri, trace });
  }

  /** The same as a table of these variables; of those that decide, if there are none. */
  runTableOf(uri: string, trace: string, variables: string[]): Promise<RunTable | undefined> {
    return this.askAboutRun<RunTable>("vouch/runTable", { uri, trace, variables });
  }

  private async askAboutRun<Answer>(method: string, question: object): Promise<Answer | undefined> {
    try {
      return await this.client?.sendRequest<Answer>(method, question);
    } catch (error) {
      void vscode.window.showWarningMessage(`Vouch: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** Whether an expression always holds at a place; `undefined`, and a message, if that cannot be asked. */
  async prove(question: Question): Promise<Proof | undefined> {
    if (this.client?.state !== State.Running) {
      void vscode.window.showWarningMessage("Vouch: the server is not running.");
      return undefined;
    }
    try {
      return await this.client.sendRequest<Proof>("vouch/prove", question);
    } catch (error) {
      void vscode.window.showErrorMessage(`Vouch: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** Verifies all C files of the workspace. Ends when that has, or when `token` says so. */
  async verifyWorkspace(token?: vscode.CancellationToken): Promise<void> {
    const client = this.client;
    if (client?.state !== State.Running) {
      await this.execute("vouch.verifyWorkspace"); // says that there is no server
      return;
    }
    const subscriptions: vscode.Disposable[] = [];
    const ended = new Promise<void>((resolve) => {
      subscriptions.push(
        client.onNotification("vouch/workspace", (news: { running: boolean }) => {
          if (!news.running) {
            resolve();
          }
        }),
        client.onDidChangeState(() => resolve()),
      );
      if (token) {
        subscriptions.push(token.onCancellationRequested(() => resolve()));
      }
    });
    await this.execute("vouch.verifyWorkspace");
    await ended;
    for (const subscription of subscriptions) {
      subscription.dispose();
    }
  }

  /** What the user looks at now. A server that is not there will ask when it starts. */
  lookAt(focus: Focus): void {
    if (this.client?.state === State.Running) {
      void this.client.sendNotification("vouch/focus", focus);
    }
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private afterLastChange(change: () => Promise<void>): Promise<void> {
    this.lastChange = this.lastChange.then(change, change);
    return this.lastChange;
  }

  private async startNow(): Promise<void> {
    const binary = this.binary();
    if (binary.kind === "missing") {
      this.giveUp("missing", binary.message);
      return;
    }
    // A client of a binary that does not start would try again and again, and say nothing of the cause.
    const firstRun = await runOnce(binary.file);
    if (firstRun.kind === "fails") {
      this.giveUp("broken", firstRun.message);
      return;
    }
    this.log.info(`starting ${binary.file}: ${firstRun.version}`);
    const client = this.newClient(binary.file);
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.log.error(`could not start ${binary.file}: ${error instanceof Error ? error.message : String(error)}`);
      this.board.serverIs("stopped");
    }
  }

  private giveUp(state: "missing" | "broken", message: string): void {
    this.board.serverIs(state);
    this.log.error(message);
    void this.offerHelp(message);
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`the server did not stop in time: ${String(error)}`);
    }
  }

  private newClient(command: string): LanguageClient {
    const client = new LanguageClient(
      "vouch",
      "Vouch",
      { command, args: ["lsp"] },
      {
        documentSelector: [
          { scheme: "file", language: "c" },
          // Headers belong to C++ in VS Code, whatever includes them; their unsaved text counts.
          { scheme: "file", pattern: "**/*.h" },
        ],
        outputChannel: this.log,
        initializationOptions: () => ({ ...initializationOptions(this.settings), focus: presentFocus() }),
        middleware: {
          executeCommand: (command, parameters, next) =>
            command === "vouch.prove"
              ? vscode.commands.executeCommand("vouch.question.prove", parameters[0])
              : next(command, parameters),
          provideCodeActions: async (document, range, context, token, next) =>
            withCursorInReason((await next(document, range, context, token)) ?? []),
          workspace: {
            // `settingsChanged` says it, in the server's words.
            didChangeConfiguration: async () => {},
            configuration: async (params, token, next) => {
              const answers = await next(params, token);
              return Array.isArray(answers)
                ? answers.map((answer, index) =>
                    params.items[index]?.section === "vouch" ? serverSettings(answer as Settings) : answer,
                  )
                : answers;
            },
          },
        },
      },
    );
    client.onDidChangeState(({ newState }) => {
      if (client === this.client || newState === State.Stopped) {
        this.board.serverIs(newState === State.Running ? "running" : newState === State.Stopped ? "stopped" : "starting");
      }
    });
    client.onNotification("vouch/status", (status: DocumentStatus) => this.board.take(status));
    return client;
  }

  private async settingsChanged(): Promise<void> {
    const before = this.settings;
    this.settings = presentSettings();
    if (this.client?.state !== State.Running || needsRestart(before, this.settings)) {
      await this.restart();
    } else {
      await this.client.sendNotification("workspace/didChangeConfiguration", {
        settings: { vouch: serverSettings(this.settings) },
      });
    }
  }

  private async offerHelp(message: string): Promise<void> {
    const open = "Open Setting";
    const retry = "Try Again";
    switch (await vscode.window.showErrorMessage(message, open, retry)) {
      case open:
        await vscode.commands.executeCommand(...pageOfThePath(vscode.env.remoteName));
        break;
      case retry:
        await this.start();
        break;
    }
  }
}
