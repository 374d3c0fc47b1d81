import assert from "node:assert/strict";
import { until } from "./session.mjs";
import { step } from "./step.mjs";

/** A binary that is not there, and the way to the setting that names it. Everything is as it was afterwards. */
export function testSettings(context) {
  const setPath = (path) =>
    context.session.probe.run(
      (vscode, { path }) =>
        vscode.workspace.getConfiguration("vouch").update("path", path ?? undefined, vscode.ConfigurationTarget.Global),
      { path },
    );

  step(context, "without a binary, the message leads to the setting on the machine where the files are", async () => {
    const { editor, workbench, session } = context;
    // The browser's VS Code is connected to its server as to another machine.
    assert.ok(await session.probe.run((vscode) => vscode.env.remoteName));
    await setPath("/nowhere/vouch");
    await workbench.statusBarItem("Vouch: no binary").waitFor();
    await workbench.notification("/nowhere/vouch").getByText("Open Setting").click();
    await workbench.settingsTab("Remote").waitFor();
    await workbench.setting("Path").waitFor();
    await workbench.screenshot("setting");
    await editor.execute("workbench.action.closeActiveEditor");
    await setPath(null);
    await until("the server is back", async () => (await editor.finishedStatus()).verdict === "violated");
  });
}
