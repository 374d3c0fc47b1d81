import * as vscode from "vscode";
import type { LanguageServer } from "./client.ts";
import { stepThrough } from "./debugging.ts";
import { type Run, type RunNode, iconOf, leadsToFailure, parentOf, rowOf, whyItems, whyTitle } from "./runTree.ts";
import { violationAtCursor } from "./violations.ts";

/** The run of a violation as a tree in the side bar: calls and rounds of loops fold, the failure is open. */
export class RunView implements vscode.TreeDataProvider<RunNode>, vscode.Disposable {
  private run: Run | undefined;
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view = vscode.window.createTreeView<RunNode>("vouch.run", { treeDataProvider: this, showCollapseAll: true });
  private readonly subscriptions: vscode.Disposable[] = [this.changes, this.view];

  constructor(private readonly server: LanguageServer) {
    this.subscriptions.push(vscode.commands.registerCommand("vouch.revealStep", (node: RunNode) => reveal(node)));
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  getTreeItem(node: RunNode): vscode.TreeItem {
    const state =
      node.children.length === 0
        ? vscode.TreeItemCollapsibleState.None
        : leadsToFailure(node)
          ? vscode.TreeItemCollapsibleState.Expanded
          : vscode.TreeItemCollapsibleState.Collapsed;
    const { label, description } = rowOf(node);
    const item = new vscode.TreeItem(label, state);
    item.description = description;
    item.tooltip = `${node.function}, line ${node.range.start.line + 1}`;
    item.iconPath = new vscode.ThemeIcon(iconOf(node), node.kind === "violation" ? new vscode.ThemeColor("errorForeground") : undefined);
    item.contextValue = node.because?.length ? "branch" : node.kind === "branch" ? "constant" : node.kind;
    item.command = { command: "vouch.revealStep", title: "Go to the Step", arguments: [node] };
    return item;
  }

  getChildren(node?: RunNode): RunNode[] {
    return node ? node.children : (this.run?.nodes ?? []);
  }

  /** `reveal` of the tree asks for this. */
  getParent(node: RunNode): RunNode | undefined {
    return this.run && parentOf(node, this.run.nodes);
  }

  /** The values that a branch has read, that in the selected row if none is given; choosing one goes to the step that wrote it. */
  async sayWhy(node = this.view.selection[0]): Promise<void> {
    if (!this.run || node?.kind !== "branch") {
      void vscode.window.showInformationMessage("Vouch: select a branch of the run.");
      return;
    }
    const chosen = await vscode.window.showQuickPick(whyItems(node, this.run), { title: whyTitle(node), placeHolder: "Go to the step that wrote the value" });
    if (chosen?.target) {
      await this.view.reveal(chosen.target, { select: true, expand: false });
      await reveal(chosen.target);
    }
  }

  /** The run that is shown, in the debugger. */
  stepThrough(): unknown {
    return this.run?.trace ? stepThrough(this.run.trace) : undefined;
  }

  async showAtCursor(): Promise<void> {
    const violation = violationAtCursor();
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    if (!violation || !uri) {
      void vscode.window.showInformationMessage("Vouch: put the cursor into the line of a violation.");
      return;
    }
    await this.show(await this.server.runOf(uri, violation.trace));
  }

  async show(run: Run | undefined): Promise<void> {
    this.run = run;
    this.view.title = "Run that Fails";
    this.view.description = this.run?.message ?? "";
    this.changes.fire();
    await vscode.commands.executeCommand("setContext", "vouch.hasRun", this.run !== undefined);
    // A run that refutes a question has no trace: no file has the question in it.
    await vscode.commands.executeCommand("setContext", "vouch.runCanBeStepped", Boolean(this.run?.trace));
    await vscode.commands.executeCommand("vouch.run.focus");
  }
}

async function reveal({ uri, range: { start, end } }: RunNode): Promise<void> {
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: range, preserveFocus: true });
}
