import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { until } from "./session.mjs";
import { step } from "./step.mjs";

/** What the verdict of an easy file may take beside a hard one, in seconds: on a machine that does other things too. */
const shortly = 10;

/** Two files: what is edited does not wait for what takes long, and what changes on the disk counts. The file is as it was afterwards. */
export function testAttention(context) {
  const hopeless = () => join(dirname(context.session.path), "hopeless.c");
  const stateOfHopeless = () =>
    context.session.probe.run(
      async (vscode, { path }) => {
        const { board } = vscode.extensions.getExtension("vouch.vouch").exports;
        return board.statusOf(await vscode.workspace.openTextDocument(path))?.state;
      },
      { path: hopeless() },
    );

  step(context, "a file beside it that takes long is being verified", async () => {
    await context.session.probe.run(
      async (vscode, { path }) => {
        const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
        await vscode.window.showTextDocument(vscode.Uri.file(path), options);
      },
      { path: hopeless() },
    );
    await until("the hard file is being verified", async () => (await stateOfHopeless()) === "running");
  });

  step(context, "a save has its verdict all the same", async () => {
    const { editor } = context;
    const start = Date.now();
    assert.ok(await editor.replaceAndSave("limit > 4", "limit > 3"));
    await until("the fix is proved", async () => (await editor.finishedStatus()).verdict === "safe");
    const seconds = (Date.now() - start) / 1000;
    assert.equal(await stateOfHopeless(), "running");
    assert.ok(seconds < shortly, `it took ${seconds} s`);
    assert.deepEqual(await editor.diagnostics(), []);
  });

  step(context, "a file that something else writes is loaded again and verified", async () => {
    const { editor, session } = context;
    writeFileSync(session.path, readFileSync(session.path, "utf8").replace("limit > 3", "limit > 4"));
    assert.equal((await editor.violated()).length, 1);
    assert.match(await editor.text(), /limit > 4/);
    assert.equal((await editor.finishedStatus()).verdict, "violated");
  });

  step(context, "the hard file is closed, and its run ends", async () => {
    const { session, editor } = context;
    await session.probe.run(
      async (vscode, { path }) => {
        const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
        await vscode.window.tabGroups.close(tabs.filter((tab) => tab.input?.uri?.fsPath === path));
      },
      { path: hopeless() },
    );
    assert.equal(await editor.activePath(), session.path);
  });
}
