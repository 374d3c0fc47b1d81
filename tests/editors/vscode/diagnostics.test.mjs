// A C file in VS Code, from the violation to the fix. Needs VOUCH_EXTENSION (the .vsix), VOUCH_EDITOR_PACKAGES (from
// `install`) and VOUCH_EDITOR_OUTPUT (a folder).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSession, until } from "./session.mjs";

let session;

before(async () => {
  session = await openSession({
    packages: process.env.VOUCH_EDITOR_PACKAGES,
    extension: process.env.VOUCH_EXTENSION,
    output: process.env.VOUCH_EDITOR_OUTPUT,
    file: "example.c",
  });
});
after(() => session?.close());

/** What VS Code has of Vouch's diagnostics, in the words of its API. */
function diagnostics() {
  return session.probe.run(
    (vscode, { path }) =>
      vscode.languages.getDiagnostics(vscode.Uri.file(path)).map((one) => ({
        message: one.message,
        source: one.source,
        code: typeof one.code === "object" ? one.code.value : one.code,
        severity: vscode.DiagnosticSeverity[one.severity],
        line: one.range.start.line + 1,
        steps: (one.relatedInformation ?? []).map(({ location, message }) => ({ line: location.range.start.line + 1, message })),
      })),
    { path: session.path },
  );
}

function violated() {
  return until("the violation is shown", async () => {
    const found = await diagnostics();
    return found.length > 0 && found;
  });
}

/** Replaces the first occurrence of `before` in the editor as one edit, and saves. */
function replaceAndSave(before, by) {
  return session.probe.run(
    async (vscode, { path, before, by }) => {
      const document = await vscode.workspace.openTextDocument(path);
      const offset = document.getText().indexOf(before);
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(document.positionAt(offset), document.positionAt(offset + before.length)), by);
      return offset >= 0 && (await vscode.workspace.applyEdit(edit)) && (await document.save());
    },
    { path: session.path, before, by },
  );
}

test("the assertion that can fail is an error at its place, with the way there", async () => {
  const found = await violated();
  assert.equal(found.length, 1);
  const { message, steps, ...rest } = found[0];
  assert.deepEqual(rest, { source: "vouch", code: "assert", severity: "Error", line: 18 });
  assert.match(message, /sum < 6/);
  assert.match(steps[0].message, /limit = 4/);
  assert.equal(steps[0].line, 13);
  assert.ok(steps.some((step) => step.line === 7 && /sum = 6/.test(step.message)));
});

test("the user sees a squiggle, and in the problems the message with its steps", async () => {
  const { workbench } = session;
  await workbench.squiggles.first().waitFor();
  await workbench.openProblems();
  await workbench.problem("sum < 6").waitFor();
  await workbench.problem("limit = 4").waitFor();
  await workbench.statusBarItem("Vouch: can fail").waitFor();
  await workbench.screenshot("problems");
  await workbench.command("View: Hide Panel");
});

test("the hover at the squiggle says what can fail", async () => {
  await session.workbench.goTo(18, 5);
  assert.match(await session.workbench.hoverAtCursor("can fail"), /sum < 6/);
  await session.workbench.page.keyboard.press("Escape");
});

test("a server that is killed comes back, and so do the diagnostics", async () => {
  const [first] = session.languageServers();
  process.kill(first, "SIGKILL");
  const second = await until("another server runs", () => session.languageServers().find((id) => id !== first));
  assert.notEqual(second, first);
  // What the extension knew of the first server is gone: what is there now comes from the second.
  const verdict = await until("the second server has a verdict", () =>
    session.probe.run(
      async (vscode, { path }) => {
        const { board } = vscode.extensions.getExtension("vouch.vouch").exports;
        const status = board.statusOf(await vscode.workspace.openTextDocument(path));
        return board.server === "running" && status?.state === "finished" && status.verdict;
      },
      { path: session.path },
    ),
  );
  assert.equal(verdict, "violated");
  assert.equal((await violated()).length, 1);
  await session.workbench.statusBarItem("Vouch: can fail").waitFor();
});

test("a fixed file that is saved has no diagnostics, and the mistake brings them back", async () => {
  assert.ok(await replaceAndSave("limit > 4", "limit > 3"));
  await until("the diagnostics vanish", async () => (await diagnostics()).length === 0);
  await session.workbench.squiggles.first().waitFor({ state: "detached" });
  await session.workbench.statusBarItem("Vouch: proved").waitFor();
  await session.workbench.screenshot("proved");
  assert.ok(await replaceAndSave("limit > 3", "limit > 4"));
  assert.equal((await violated()).length, 1);
  await session.workbench.squiggles.first().waitFor();
});
