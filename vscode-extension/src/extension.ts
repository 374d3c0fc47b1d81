import * as vscode from "vscode";
import { LanguageServer } from "./client.ts";
import { registerCommands } from "./commands.ts";
import { registerDebugging } from "./debugging.ts";
import { Example } from "./example.ts";
import { FocusTeller } from "./focusTeller.ts";
import { Signs } from "./gutter.ts";
import { RunTableView } from "./runTableView.ts";
import { RunView } from "./runView.ts";
import { StatusBar } from "./statusBarItem.ts";
import { StatusBoard } from "./statusBoard.ts";
import { Testing } from "./testing.ts";
import { TraceWalker } from "./traceWalker.ts";

let server: LanguageServer | undefined;

/** What is exported is for tests: the state that every surface is drawn from. */
export interface VouchApi {
  board: StatusBoard;
}

export async function activate(context: vscode.ExtensionContext): Promise<VouchApi> {
  const board = new StatusBoard();
  const languageServer = new LanguageServer(context, board);
  server = languageServer;
  const walker = new TraceWalker(languageServer);
  const focus = new FocusTeller((seen) => languageServer.lookAt(seen));
  const testing = new Testing(languageServer, board);
  const runView = new RunView(languageServer);
  const runTable = new RunTableView(languageServer);
  context.subscriptions.push(board, languageServer, focus, walker, testing, runView, runTable, new Signs(context, board), new StatusBar(board));
  registerCommands(context, languageServer, walker, runView, runTable, board, new Example(context, languageServer, board));
  registerDebugging(context, languageServer);
  await languageServer.start();
  return { board };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
