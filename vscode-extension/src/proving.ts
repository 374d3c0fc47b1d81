import * as vscode from "vscode";
import type { LanguageServer } from "./client.ts";
import { beginOf, detailsOf, expressionIn, type Proof, type Question } from "./proof.ts";
import type { RunView } from "./runView.ts";
import { noEditor, refusal } from "./target.ts";

const whatItRestsOn = "What It Rests On";

/** Asks for an expression, with the selection to begin with, and answers whether it always holds there. */
export async function proveAtCursor(server: LanguageServer, runView: RunView): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const reason = editor ? refusal(editor.document) : noEditor;
  if (!editor || reason !== undefined) {
    void vscode.window.showInformationMessage(reason ?? noEditor);
    return;
  }
  const { document, selection } = editor;
  const expression = await vscode.window.showInputBox({
    title: "Prove an expression here",
    prompt: `Does it hold whenever a run comes to line ${selection.start.line + 1}? Any C expression without effects.`,
    placeHolder: "i < n && p != 0",
    value: expressionIn(document.getText(selection)),
  });
  if (expression === undefined || expression.trim() === "") {
    return;
  }
  const line = selection.start.line;
  const character = selection.isEmpty ? beginOf(document.lineAt(line).text) : selection.start.character;
  await prove(server, runView, { uri: document.uri.toString(), position: { line, character }, expression: expression.trim() });
}

/** Shows the answer where the user sees it: a message, and a run as a tree if the expression can be false. */
export async function prove(server: LanguageServer, runView: RunView, question: Question): Promise<void> {
  // Most answers take a moment. Of those that do not, the server tells the progress, which can be cancelled.
  const proof = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: `Vouch: proving ${question.expression}` },
    () => server.prove(question),
  );
  if (proof) {
    await tell(proof, runView);
  }
}

async function tell(proof: Proof, runView: RunView): Promise<void> {
  const message = `Vouch: ${proof.message.replaceAll("`", "")}`;
  const { run } = proof;
  if (proof.verdict === "violated") {
    void vscode.window.showWarningMessage(message);
    if (run) {
      await runView.show(run);
    }
    return;
  }
  const details = detailsOf(proof);
  const shown =
    proof.verdict === "proved"
      ? vscode.window.showInformationMessage(message, ...(details ? [whatItRestsOn] : []))
      : vscode.window.showWarningMessage(message);
  void shown.then((chosen) => {
    if (chosen === whatItRestsOn) {
      void vscode.window.showInformationMessage(message, { modal: true, detail: details });
    }
  });
}
