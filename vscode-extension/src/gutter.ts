import * as vscode from "vscode";
import { rangesOfSigns } from "./signs.ts";
import { type FunctionState, functionStates } from "./status.ts";
import type { StatusBoard } from "./statusBoard.ts";

/** The signs beside the functions' names, and marks in the overview ruler for those that can fail. */
export class Signs implements vscode.Disposable {
  private readonly types: Map<FunctionState, vscode.TextEditorDecorationType>;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    context: vscode.ExtensionContext,
    private readonly board: StatusBoard,
  ) {
    this.types = new Map(functionStates.map((state) => [state, decorationType(context, state)]));
    this.subscriptions = [
      board.onDidChange(() => this.draw()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
      ...this.types.values(),
    ];
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      for (const [state, ranges] of rangesOfSigns(this.board.statusOf(editor.document))) {
        const type = this.types.get(state);
        if (type) {
          editor.setDecorations(
            type,
            ranges.map(({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character)),
          );
        }
      }
    }
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }
}

function decorationType(context: vscode.ExtensionContext, state: FunctionState): vscode.TextEditorDecorationType {
  const icon = (theme: "light" | "dark") => vscode.Uri.joinPath(context.extensionUri, "media", "signs", theme, `${state}.svg`);
  const ruler: vscode.DecorationRenderOptions =
    state === "violated"
      ? {
          overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.errorForeground"),
          overviewRulerLane: vscode.OverviewRulerLane.Left,
        }
      : {};
  return vscode.window.createTextEditorDecorationType({
    light: { gutterIconPath: icon("light") },
    dark: { gutterIconPath: icon("dark") },
    gutterIconSize: "contain",
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    ...ruler,
  });
}
