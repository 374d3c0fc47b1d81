import * as vscode from "vscode";
import { statusBarContent } from "./statusBar.ts";
import type { StatusBoard } from "./statusBoard.ts";

/** The item in the status bar, shown as long as a C file or header is in the active editor. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("vouch.status", vscode.StatusBarAlignment.Left, 0);
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly board: StatusBoard) {
    this.item.name = "Vouch";
    this.subscriptions = [
      this.item,
      board.onDidChange(() => this.draw()),
      vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
    ];
    this.draw();
  }

  private draw(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== "c") {
      this.item.hide();
      return;
    }
    const { text, tooltip, background, command } = statusBarContent(this.board.server, this.board.statusOf(document));
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.command = command;
    this.item.backgroundColor =
      background === "none" ? undefined : new vscode.ThemeColor(`statusBarItem.${background}Background`);
    this.item.show();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }
}
