import * as vscode from "vscode";
import type { LanguageServer } from "./client.ts";
import { noEditor } from "./target.ts";
import { type Direction, type Walk, walkOn } from "./traceSteps.ts";
import { violationAtCursor, violationsIn } from "./violations.ts";

/** Walks through the steps of a violation's trace in the editor, without a debug session. */
export class TraceWalker implements vscode.Disposable {
  private walk: Walk | undefined;
  private readonly step = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: LanguageServer) {
    this.subscriptions = [
      this.step,
      // Output channels are documents too, and a document that becomes dirty changes without changes.
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const uri = document.uri.toString();
        if (contentChanges.length > 0 && this.walk?.violation.steps.some((one) => one.uri === uri)) {
          this.end();
        }
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.clear()),
      // The debugger shows steps of its own.
      vscode.debug.onDidStartDebugSession(() => this.end()),
    ];
  }

  async go(direction: Direction): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      void vscode.window.showInformationMessage(noEditor);
      return;
    }
    // A trace may lead into other files: what is shown there belongs to the document in which the walk began.
    const shown = this.walk ? vscode.workspace.textDocuments.flatMap(violationsIn) : violationsIn(editor.document);
    const before = this.walk;
    this.walk = walkOn(before, direction, shown, violationAtCursor());
    if (!this.walk) {
      void vscode.window.showInformationMessage("Vouch: no violation with a trace is shown in this file.");
      return;
    }
    if (before?.violation.trace !== this.walk.violation.trace) {
      void this.server.execute("vouch.selectTrace", {
        trace: this.walk.violation.trace,
        uri: editor.document.uri.toString(),
      });
    }
    await this.show(this.walk);
  }

  private async show({ violation, index }: Walk): Promise<void> {
    const step = violation.steps[index];
    if (!step) {
      return;
    }
    const { start, end } = step.range;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    const editor = await vscode.window.showTextDocument(vscode.Uri.parse(step.uri), {
      selection: new vscode.Range(range.start, range.start),
    });
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    editor.setDecorations(this.step, [
      { range, renderOptions: { after: { contentText: `  ${index + 1}/${violation.steps.length}: ${step.message}`, color: new vscode.ThemeColor("editorCodeLens.foreground") } } },
    ]);
  }

  /** After an edit, which moves the steps' places, the next walk begins anew. */
  private end(): void {
    this.walk = undefined;
    this.clear();
  }

  /** Nothing is shown any more; the next step goes on all the same. */
  clear(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      editor.setDecorations(this.step, []);
    }
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }
}
