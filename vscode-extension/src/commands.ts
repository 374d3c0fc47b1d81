import * as vscode from "vscode";
import type { LanguageServer } from "./client.ts";
import { stepThrough } from "./debugging.ts";
import type { Example } from "./example.ts";
import type { Question } from "./proof.ts";
import { prove, proveAtCursor } from "./proving.ts";
import type { RunTableView } from "./runTableView.ts";
import type { RunNode } from "./runTree.ts";
import type { RunView } from "./runView.ts";
import { functionAt } from "./status.ts";
import type { StatusBoard } from "./statusBoard.ts";
import { noEditor, refusal } from "./target.ts";
import type { TraceWalker } from "./traceWalker.ts";
import { violationAtCursor } from "./violations.ts";

/** What `vouch.stepThrough` gets from the server's lenses and code actions. */
interface TraceArgument {
  trace: string;
}

/**
 * The commands of the palette. Those of the server (`vouch.verify`, `vouch.makeTest`, ...) are registered by the language
 * client under their own names; these here supply them with the document, function or violation at the cursor.
 */
export function registerCommands(
  context: vscode.ExtensionContext,
  server: LanguageServer,
  walker: TraceWalker,
  runView: RunView,
  runTable: RunTableView,
  board: StatusBoard,
  example: Example,
): void {
  const commands: Record<string, (...parameters: never[]) => unknown> = {
    "vouch.verifyFile": () => withDocument((document) => server.execute("vouch.verify", document.uri.toString())),
    "vouch.cancelVerification": () => withDocument((document) => server.execute("vouch.cancel", document.uri.toString())),
    "vouch.verifyAllFiles": () => server.verifyWorkspace(),
    "vouch.stepThrough": (argument?: TraceArgument) =>
      argument ? stepThrough(argument.trace) : withViolation((trace) => stepThrough(trace)),
    "vouch.showRun": () => {
      walker.clear(); // the tree has the steps now
      return runView.showAtCursor();
    },
    "vouch.showRunTable": () => runTable.showAtCursor(),
    "vouch.whyNotTheOtherWay": (node?: RunNode) => runView.sayWhy(node),
    "vouch.stepThroughRun": () => runView.stepThrough(),
    "vouch.proveHere": () => proveAtCursor(server, runView),
    // What the server's code action on a selection asks.
    "vouch.question.prove": (question: Question) => prove(server, runView, question),
    "vouch.makeFailingTest": () =>
      withViolation((trace, document) => server.execute("vouch.makeTest", { trace, uri: document.uri.toString() })),
    "vouch.moreTime": () => withDocument((document, editor) => moreTime(server, board, document, editor)),
    "vouch.nextTraceStep": () => walker.go("next"),
    "vouch.previousTraceStep": () => walker.go("previous"),
    "vouch.restartServer": () => server.restart(),
    "vouch.showLog": () => server.showLog(),
    "vouch.openExample": () => example.open(),
    // The buttons of the walkthrough. They are not in the palette.
    "vouch.example.verify": () => example.verify(),
    "vouch.example.showProblems": () => example.showProblems(),
    "vouch.example.stepThrough": () => example.stepThrough(),
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  }
}

function withDocument(act: (document: vscode.TextDocument, editor: vscode.TextEditor) => unknown): unknown {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return say(noEditor);
  }
  const reason = refusal(editor.document);
  return reason === undefined ? act(editor.document, editor) : say(reason);
}

function withViolation(act: (trace: string, document: vscode.TextDocument) => unknown): unknown {
  return withDocument((document) => {
    const violation = violationAtCursor();
    return violation
      ? act(violation.trace, document)
      : say("Vouch: put the cursor into the line of a violation.");
  });
}

function moreTime(
  server: LanguageServer,
  board: StatusBoard,
  document: vscode.TextDocument,
  editor: vscode.TextEditor,
): unknown {
  const status = board.statusOf(document);
  const found = status && functionAt(status, editor.selection.active.line);
  return found
    ? server.execute("vouch.giveMoreTime", { uri: document.uri.toString(), function: found.name })
    : say("Vouch: put the cursor into the function that needs more time.");
}

/** A command ends when it has said something, not when that is read. */
function say(message: string): void {
  void vscode.window.showInformationMessage(message);
}
