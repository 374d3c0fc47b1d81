// The open C file in the words of VS Code's API. Lines and columns count from 1, as users see them.
import { until } from "./session.mjs";

export class Editor {
  #session;

  constructor(session) {
    this.#session = session;
  }

  #run(code, parameters = {}) {
    return this.#session.probe.run(code, { path: this.#session.path, ...parameters });
  }

  /** Vouch's diagnostics, with the steps that lead to them. */
  diagnostics() {
    return this.#run((vscode, { path }) =>
      vscode.languages.getDiagnostics(vscode.Uri.file(path)).map((one) => ({
        message: one.message,
        source: one.source,
        code: typeof one.code === "object" ? one.code.value : one.code,
        severity: vscode.DiagnosticSeverity[one.severity],
        line: one.range.start.line + 1,
        steps: (one.relatedInformation ?? []).map(({ location, message }) => ({ line: location.range.start.line + 1, message })),
      })),
    );
  }

  violated() {
    return until("a violation is shown", async () => {
      const found = await this.diagnostics();
      return found.length > 0 && found;
    });
  }

  /** The last `vouch/status` that the extension has of the file, as soon as its run has finished. */
  finishedStatus() {
    return until("the verification has finished", () =>
      this.#run(async (vscode, { path }) => {
        const { board } = vscode.extensions.getExtension("vouch.vouch").exports;
        const status = board.statusOf(await vscode.workspace.openTextDocument(path));
        return board.server === "running" && status?.state === "finished" && status;
      }),
    );
  }

  /** The code lenses as `line: title`. */
  lenses() {
    return this.#run(async (vscode, { path }) => {
      const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", vscode.Uri.file(path));
      return lenses.map(({ range, command }) => `${range.start.line + 1}: ${command.title}`);
    });
  }

  /** What is said about a place, as Markdown. */
  hover(line, column) {
    return this.#run(
      async (vscode, { path, line, column }) => {
        const place = new vscode.Position(line - 1, column - 1);
        const hovers = await vscode.commands.executeCommand("vscode.executeHoverProvider", vscode.Uri.file(path), place);
        return hovers.flatMap(({ contents }) => contents.map((content) => content.value ?? content)).join("\n");
      },
      { line, column },
    );
  }

  /** The inlay hints as `line: label`. */
  hints() {
    return this.#run(async (vscode, { path }) => {
      const document = await vscode.workspace.openTextDocument(path);
      const all = new vscode.Range(0, 0, document.lineCount, 0);
      const hints = await vscode.commands.executeCommand("vscode.executeInlayHintProvider", document.uri, all);
      return hints.map(({ position, label }) => `${position.line + 1}: ${typeof label === "string" ? label : label.map((part) => part.value).join("")}`);
    });
  }

  /** The titles of the actions that are offered in a line, where the columns, from 1, are selected. */
  actions(line, { from, to } = { from: 4, to: 4 }) {
    return this.#run(
      async (vscode, { path, line, from, to }) => {
        const place = new vscode.Range(line - 1, from - 1, line - 1, to - 1);
        const actions = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", vscode.Uri.file(path), place);
        return actions.map(({ title }) => title);
      },
      { line, from, to },
    );
  }

  /** The line of the cursor. */
  cursorLine() {
    return this.#run((vscode) => vscode.window.activeTextEditor.selection.active.line + 1);
  }

  /** The file that is being edited. */
  activePath() {
    return this.#run((vscode) => vscode.window.activeTextEditor?.document.uri.fsPath);
  }

  /** What is in the editor, saved or not. */
  text() {
    return this.#run(async (vscode, { path }) => (await vscode.workspace.openTextDocument(path)).getText());
  }

  /** What is in a document that an extension provides; nothing, if there is none. */
  textOf(scheme) {
    return this.#run((vscode, { scheme }) => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === scheme)?.getText(), { scheme });
  }

  execute(command) {
    return this.#run(async (vscode, { command }) => void (await vscode.commands.executeCommand(command)), { command });
  }

  /** Gives VS Code other colours, by the name of a theme. */
  setTheme(theme) {
    return this.#run(
      (vscode, { theme }) =>
        vscode.workspace.getConfiguration("workbench").update("colorTheme", theme, vscode.ConfigurationTarget.Global),
      { theme },
    );
  }

  /** Replaces the first occurrence of `before` as one edit, and saves. Says whether it did. */
  replaceAndSave(before, by) {
    return this.#run(
      async (vscode, { path, before, by }) => {
        const document = await vscode.workspace.openTextDocument(path);
        const offset = document.getText().indexOf(before);
        const edit = new vscode.WorkspaceEdit();
        edit.replace(document.uri, new vscode.Range(document.positionAt(offset), document.positionAt(offset + before.length)), by);
        return offset >= 0 && (await vscode.workspace.applyEdit(edit)) && (await document.save());
      },
      { before, by },
    );
  }
}
