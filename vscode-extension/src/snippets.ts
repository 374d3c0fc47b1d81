import * as vscode from "vscode";
import { acceptanceIn } from "./acceptance.ts";

/** The server's actions, where the one that accepts a violation leaves the cursor where the reason is to be written. */
export function withCursorInReason<Action extends vscode.Command | vscode.CodeAction>(actions: Action[]): Action[] {
  for (const action of actions) {
    if (action instanceof vscode.CodeAction && action.edit !== undefined) {
      action.edit = asSnippet(action.edit);
    }
  }
  return actions;
}

function asSnippet(edit: vscode.WorkspaceEdit): vscode.WorkspaceEdit {
  const [file, ...others] = edit.entries();
  const acceptance = file && others.length === 0 ? acceptanceIn(file[1]) : undefined;
  if (file === undefined || acceptance === undefined) {
    return edit;
  }
  const [uri, edits] = file;
  const snippet = new vscode.SnippetString().appendText(acceptance.before).appendTabstop(0).appendText(acceptance.after);
  const result = new vscode.WorkspaceEdit();
  result.set(uri, edits.map(({ range }) => vscode.SnippetTextEdit.replace(range, snippet)));
  return result;
}
