import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { until } from "./session.mjs";
import { step } from "./step.mjs";

/** The workspace as a whole: files that nobody has opened, and the Testing view. */
export function testFiles(context) {
  const ring = () => join(dirname(context.session.path), "parts/ring.c");
  const ask = (code, parameters = {}) => context.session.probe.run(code, { path: ring(), ...parameters });

  step(context, "a file that nobody has opened is verified with the workspace", async () => {
    await ask((vscode) => void vscode.commands.executeCommand("vouch.verifyAllFiles"));
    const found = await until("the file has its diagnostic", async () => {
      const lines = await ask((vscode, { path }) =>
        vscode.languages.getDiagnostics(vscode.Uri.file(path)).map(({ range, source }) => `${source} ${range.start.line + 1}`),
      );
      return lines.length > 0 && lines;
    });
    assert.deepEqual(found, ["vouch 8"]);
    const states = await ask((vscode, { path }) => {
      const { board } = vscode.extensions.getExtension("vouch.vouch").exports;
      return board.of(vscode.Uri.file(path).toString()).functions.map(({ name, state }) => `${name} ${state}`);
    });
    assert.deepEqual(states, ["next violated", "previous proved"]);
    await ask((vscode) => vscode.commands.executeCommand("vouch.cancelWorkspace"));
  });

  step(context, "the Testing view has it, with its folder, its functions and their checks", async () => {
    const { workbench } = context;
    await workbench.command("Testing: Focus on Test Explorer View");
    for (const row of ["parts", "ring.c", "next"]) {
      await workbench.test(row).waitFor();
      await workbench.unfoldTest(row);
    }
    await workbench.test("result < size").waitFor();
    await workbench.command("Notifications: Clear All Notifications");
    await workbench.tallScreenshots("testing", (theme) => context.editor.setTheme(theme));
    await workbench.command("View: Show Explorer");
  });
}
