import * as vscode from "vscode";
import type { LanguageServer } from "./client.ts";
import { type TableLink, namesIn, tableText } from "./runTable.ts";
import { violationAtCursor } from "./violations.ts";

const scheme = "vouch-run-table";

/** The run of a violation as a table of the variables that the user has chosen: a document that cannot be edited. */
export class RunTableView implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
  private readonly tables = new Map<string, { text: string; links: TableLink[] }>();
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changes.event;
  private readonly subscriptions: vscode.Disposable[] = [
    this.changes,
    vscode.workspace.registerTextDocumentContentProvider(scheme, this),
    vscode.languages.registerDocumentLinkProvider({ scheme }, this),
    vscode.workspace.onDidCloseTextDocument((document) => this.tables.delete(document.uri.toString())),
  ];

  constructor(private readonly server: LanguageServer) {}

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.tables.get(uri.toString())?.text ?? "This run is out of date.\n";
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    return (this.tables.get(document.uri.toString())?.links ?? []).map(
      ({ line, from, to, target }) => new vscode.DocumentLink(new vscode.Range(line, from, line, to), vscode.Uri.parse(target)),
    );
  }

  async showAtCursor(): Promise<void> {
    const violation = violationAtCursor();
    const source = vscode.window.activeTextEditor?.document.uri.toString();
    if (!violation || !source) {
      void vscode.window.showInformationMessage("Vouch: put the cursor into the line of a violation.");
      return;
    }
    const suggested = await this.server.runTableOf(source, violation.trace, []);
    const typed =
      suggested &&
      (await vscode.window.showInputBox({
        title: "Show the Run as a Table",
        prompt: `Variables of the columns, separated by commas, of: ${suggested.variables.join(", ")}`,
        value: suggested.columns.join(", "),
      }));
    const table = typed === undefined ? undefined : await this.server.runTableOf(source, violation.trace, namesIn(typed));
    if (!table) {
      return;
    }
    const uri = vscode.Uri.from({ scheme, path: "/Run that Fails", query: table.trace });
    this.tables.set(uri.toString(), tableText(table));
    this.changes.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }
}
