import assert from "node:assert/strict";
import { until } from "./session.mjs";
import { step } from "./step.mjs";

/** Squiggles, problems, the fix that makes them vanish, and a server that dies. The file is as it was afterwards. */
export function testDiagnostics(context) {
  step(context, "the assertion that can fail is an error at its place, with the way there", async () => {
    const found = await context.editor.violated();
    assert.equal(found.length, 1);
    const { message, steps, ...rest } = found[0];
    assert.deepEqual(rest, { source: "vouch", code: "assert", severity: "Error", line: 18 });
    assert.match(message, /sum < 6/);
    assert.match(steps[0].message, /limit = 4/);
    assert.equal(steps[0].line, 13);
    assert.ok(steps.some((step) => step.line === 7 && /sum = 6/.test(step.message)));
  });

  step(context, "the user sees a squiggle, and in the problems the message with its steps", async () => {
    const { workbench } = context;
    await workbench.squiggles.first().waitFor();
    await workbench.openProblems();
    await workbench.problem("sum < 6").waitFor();
    await workbench.problem("limit = 4").waitFor();
    await workbench.screenshot("problems");
    await workbench.command("View: Hide Panel");
  });

  step(context, "the hover at the squiggle says what can fail", async () => {
    const { workbench } = context;
    await workbench.goTo(18, 5);
    assert.match(await workbench.hoverAtCursor("can fail"), /sum < 6/);
    await workbench.page.keyboard.press("Escape");
  });

  step(context, "a server that is killed comes back, and so do the diagnostics", async () => {
    const { session, editor, workbench } = context;
    const [first] = session.languageServers();
    process.kill(first, "SIGKILL");
    await until("another server runs", () => session.languageServers().find((id) => id !== first));
    // What the extension knew of the first server is gone: what is there now comes from the second.
    assert.equal((await editor.finishedStatus()).verdict, "violated");
    assert.equal((await editor.violated()).length, 1);
    await workbench.statusBarItem("Vouch: 1 of 2 proved · 1 can fail").waitFor();
  });

  step(context, "a fixed file that is saved has no diagnostics", async () => {
    const { editor, workbench } = context;
    assert.ok(await editor.replaceAndSave("limit > 4", "limit > 3"));
    await until("the diagnostics vanish", async () => (await editor.diagnostics()).length === 0);
    await workbench.squiggles.first().waitFor({ state: "detached" });
    await workbench.statusBarItem("Vouch: proved").waitFor();
    await until("both lenses say proved", async () => {
      const lenses = await editor.lenses();
      return lenses.length === 2 && lenses.every((lens) => /: (proved|nothing to check)/.test(lens));
    });
    await workbench.codeLensLine("proved").waitFor();
    await workbench.codeLensLine("verifying").waitFor({ state: "detached" });
    await workbench.goTo(1, 1);
    await workbench.screenshot("proved");
  });

  step(context, "an invariant of its loop is offered at the cursor, checked and inserted", async () => {
    const { editor, workbench } = context;
    await workbench.goTo(6, 3);
    await workbench.chooseAction("limit <= 3");
    const inserted = await until("the assertion is there", async () => /^ *assert\(limit <= 3\);\n/m.exec(await editor.text())?.[0]);
    assert.ok(await editor.replaceAndSave(inserted, ""));
  });

  step(context, "the mistake brings the diagnostics back", async () => {
    const { editor, workbench } = context;
    assert.ok(await editor.replaceAndSave("limit > 3", "limit > 4"));
    assert.equal((await editor.violated()).length, 1);
    await workbench.squiggles.first().waitFor();
  });
}
