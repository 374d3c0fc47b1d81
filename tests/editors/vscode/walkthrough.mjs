import assert from "node:assert/strict";
import { basename } from "node:path";
import { Editor } from "./editor.mjs";
import { until } from "./session.mjs";
import { step } from "./step.mjs";

/** The buttons of the walkthrough, on the example that it brings along, with the settings that everybody begins with. */
export function testWalkthrough(context) {
  const run = (code, parameters) => context.session.probe.run(code, parameters);
  /** The example as it is open. */
  let example;

  const openExample = async () => {
    const path = await until("the example is open", async () => {
      const active = await context.editor.activePath();
      return active !== example?.path && /queue(-\d+)?\.c$/.test(active) && active;
    });
    return Object.assign(new Editor({ ...context.session, path }), { path });
  };
  const setProperties = (properties) =>
    run(
      (vscode, { properties }) =>
        vscode.workspace.getConfiguration("vouch").update("properties", properties ?? undefined, vscode.ConfigurationTarget.Global),
      { properties },
    );
  const press = async (button) => {
    const { workbench } = context;
    await run((vscode) => vscode.commands.executeCommand("workbench.action.openWalkthrough", "vouch.vouch#firstMinutes"));
    await workbench.walkthroughStep(button.step).click();
    await workbench.walkthroughButton(button.title).click();
  };

  step(context, "without a C file, a command says what it needs", async () => {
    const { editor, workbench } = context;
    await setProperties(null);
    await editor.execute("workbench.action.closeAllEditors");
    await editor.execute("notifications.clearAll");
    await editor.execute("vouch.stepThrough");
    await workbench.notification("open a C file first").waitFor();
    await editor.execute("notifications.clearAll");
  });

  step(context, "the walkthrough opens a file of its own, in which the mistake is found", async () => {
    const { workbench } = context;
    await press({ step: "Open a file with a mistake", title: "Open the Example" });
    example = await openExample();
    const [found, ...others] = (await example.violated()).filter(({ severity }) => severity === "Error");
    assert.deepEqual([found.code, found.line, others.length], ["out-of-bounds", 17, 0]);
    await workbench.codeLens("step through").waitFor();
    await workbench.screenshot("walkthrough");
  });

  step(context, "Show Problems puts the cursor at the violation, whatever was active", async () => {
    const { workbench } = context;
    await press({ step: "See why it fails", title: "Show Problems" });
    await workbench.problem("can be out of bounds").waitFor();
    await until("it is active", async () => (await example.activePath()) === example.path);
    assert.equal(await example.cursorLine(), 17);
    await workbench.command("View: Hide Panel");
  });

  step(context, "Step Through starts the debugger on it", async () => {
    const { workbench } = context;
    await press({ step: "Step through the run", title: "Step Through" });
    await workbench.page.waitForSelector(".debug-toolbar");
    await until("the first stop", () => run((vscode) => vscode.debug.activeStackItem?.frameId !== undefined));
    await example.execute("workbench.action.debug.stop");
    await until("the session has ended", () => run((vscode) => vscode.debug.activeDebugSession === undefined));
  });

  step(context, "once it is corrected, it is proved, and there is nothing to step through", async () => {
    const { workbench } = context;
    assert.ok(await example.replaceAndSave("queue->first + queue->count]", "(queue->first + queue->count) % CAPACITY]"));
    await press({ step: "Correct the mistake", title: "Verify the Example" });
    await until("it is active", async () => (await example.activePath()) === example.path);
    await until("it is proved", async () => (await example.finishedStatus()).verdict === "safe");
    await press({ step: "Step through the run", title: "Step Through" });
    await workbench.notification("nothing can fail in this copy").waitFor();
    await example.execute("notifications.clearAll");
  });

  step(context, "the next copy has the mistake again, and the changed one is kept", async () => {
    assert.equal(basename(example.path), "queue.c");
    await example.execute("vouch.openExample");
    const corrected = example;
    example = await openExample();
    assert.equal(basename(example.path), "queue-2.c");
    assert.ok((await example.violated()).some(({ severity }) => severity === "Error"));
    assert.match(await corrected.text(), /% CAPACITY\] = character/);
    await example.execute("workbench.action.closeAllEditors");
  });
}
