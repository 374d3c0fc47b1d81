import * as vscode from "vscode";
import type { LanguageServer } from "./client.ts";
import { stepThrough } from "./debugging.ts";
import { freshCopy, lastCopy, outlookOf, type TextOf } from "./exampleFiles.ts";
import type { StatusBoard } from "./statusBoard.ts";
import type { Violation } from "./traceSteps.ts";
import { violationsIn } from "./violations.ts";

/** How long a button waits for the violation, in milliseconds: the verification takes a tenth of a second. */
const patience = 60_000;

/** The walkthrough's example: a C file with a mistake, copied where the user may change it. The buttons of the walkthrough act on it. */
export class Example {
  private readonly folder: vscode.Uri;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: LanguageServer,
    private readonly board: StatusBoard,
  ) {
    this.folder = vscode.Uri.joinPath(context.globalStorageUri, "example");
  }

  /** Shows a copy with the mistake in it. */
  open(): Promise<vscode.TextEditor | undefined> {
    return this.show("fresh");
  }

  async verify(): Promise<void> {
    const editor = await this.show("last");
    if (editor) {
      await editor.document.save();
      await this.server.execute("vouch.verify", editor.document.uri.toString());
    }
  }

  async showProblems(): Promise<void> {
    if (await this.violation()) {
      await vscode.commands.executeCommand("workbench.actions.view.problems");
    }
  }

  async stepThrough(): Promise<void> {
    const violation = await this.violation();
    if (violation) {
      await stepThrough(violation.trace);
    }
  }

  /** Shows the example with the cursor at its violation. Says so if there is none. */
  private async violation(): Promise<Violation | undefined> {
    const editor = await this.show("last");
    if (!editor) {
      return undefined;
    }
    const { document } = editor;
    await document.save();
    if (this.board.server === "running" && violationsIn(document).length === 0) {
      await this.server.execute("vouch.verify", document.uri.toString());
    }
    const violation = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: "Vouch: verifying the example" },
      () => this.awaitViolation(document),
    );
    if (violation) {
      const { line, character } = violation.range.start;
      editor.selection = new vscode.Selection(line, character, line, character);
      editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
    return violation;
  }

  private awaitViolation(document: vscode.TextDocument): Promise<Violation | undefined> {
    return new Promise((resolve) => {
      const end = (violation: Violation | undefined, message?: string) => {
        clearTimeout(timer);
        subscriptions.forEach((one) => one.dispose());
        if (message !== undefined) {
          void vscode.window.showWarningMessage(message);
        }
        resolve(violation);
      };
      const look = () => {
        const outlook = outlookOf(this.board.server, this.board.statusOf(document), violationsIn(document));
        if (outlook.kind === "violated") {
          end(outlook.violation);
        } else if (outlook.kind === "none") {
          end(undefined, outlook.message);
        }
      };
      const timer = setTimeout(() => end(undefined, `Vouch: no verdict within ${patience / 1000} s. *Vouch: Show the Log* may say why.`), patience);
      const subscriptions = [this.board.onDidChange(look), vscode.languages.onDidChangeDiagnostics(look)];
      look();
    });
  }

  /** Shows the copy that was made last, or one in which the mistake still is; makes it if there is none. */
  private async show(which: "fresh" | "last"): Promise<vscode.TextEditor | undefined> {
    try {
      const example = await text(vscode.Uri.joinPath(this.context.extensionUri, "media", "example", "queue.c"));
      const textOf = await this.copies();
      const name = (which === "last" ? lastCopy(textOf) : undefined) ?? freshCopy(textOf, example);
      const uri = vscode.Uri.joinPath(this.folder, name);
      if (textOf(name) === undefined) {
        await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(example));
      }
      return await vscode.window.showTextDocument(uri, { viewColumn: columnFor(uri), preview: false });
    } catch (error) {
      void vscode.window.showErrorMessage(
        `Vouch: the example could not be opened in ${this.folder.fsPath}: ${error instanceof Error ? error.message : String(error)}`,
      );
      return undefined;
    }
  }

  private async copies(): Promise<TextOf> {
    await vscode.workspace.fs.createDirectory(this.folder);
    const files = await vscode.workspace.fs.readDirectory(this.folder);
    const texts = await Promise.all(
      files.map(async ([name]): Promise<[string, string]> => {
        const uri = vscode.Uri.joinPath(this.folder, name);
        const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
        return [name, open ? open.getText() : await text(uri)];
      }),
    );
    const textByName = new Map(texts);
    return (name) => textByName.get(name);
  }
}

async function text(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Where the file is shown already; otherwise beside what is no text, such as the walkthrough, so that both can be seen. */
function columnFor(uri: vscode.Uri): vscode.ViewColumn {
  const groups = vscode.window.tabGroups;
  const shown = groups.all.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
  );
  const active = groups.activeTabGroup.activeTab;
  return shown?.viewColumn ?? (active && !(active.input instanceof vscode.TabInputText) ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
}
