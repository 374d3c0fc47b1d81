import * as vscode from "vscode";
import { type Focus, type VisiblePart, focusOf } from "./focus.ts";

/** How long scrolling must have stopped before the server is told. */
const pause = 200;

function partsOf(editor: vscode.TextEditor): VisiblePart[] {
  const uri = editor.document.uri.toString();
  const ranges = editor.visibleRanges;
  return ranges.length === 0
    ? [{ uri }]
    : ranges.map(({ start, end }) => ({
        uri,
        range: {
          start: { line: start.line, character: start.character },
          end: { line: end.line, character: end.character },
        },
      }));
}

export function presentFocus(): Focus {
  const active = vscode.window.activeTextEditor?.document.uri.toString();
  return focusOf(active, vscode.window.visibleTextEditors.flatMap(partsOf));
}

/** Tells what the user looks at, whenever that changes. */
export class FocusTeller implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly tell: (focus: Focus) => void) {
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(() => this.tellNow()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.tellNow()),
      vscode.window.onDidChangeTextEditorVisibleRanges(() => this.tellSoon()),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private tellNow(): void {
    clearTimeout(this.timer);
    this.tell(presentFocus());
  }

  private tellSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tellNow(), pause);
  }
}
