import assert from "node:assert/strict";
import { until } from "./session.mjs";
import { step } from "./step.mjs";

/** What is shown of verdicts and runs besides diagnostics. */
export function testSurfaces(context) {
  step(context, "each function has its state: one is proved, the other can fail", async () => {
    const { functions } = await context.editor.finishedStatus();
    assert.deepEqual(Object.fromEntries(functions.map(({ name, state }) => [name, state])), { main: "violated", sum_to: "proved" });
  });

  step(context, "the user sees signs beside the functions, and the status bar", async () => {
    const { workbench } = context;
    await workbench.statusBarItem("Vouch: 1 of 2 proved · 1 can fail").waitFor();
    await workbench.seeSign("violated");
    await workbench.seeSign("proved");
  });

  step(context, "code lenses above the functions say the verdict and offer to step through", async () => {
    const lenses = await until("the lenses have verdicts", async () => {
      const found = await context.editor.lenses();
      return found.some((lens) => /can fail/.test(lens)) && found;
    });
    assert.ok(lenses.some((lens) => /^4: nothing to check/.test(lens)), lenses.join("\n"));
    assert.ok(lenses.includes("12: can fail"), lenses.join("\n"));
    assert.ok(lenses.includes("12: step through"), lenses.join("\n"));
    await context.workbench.codeLens("step through").waitFor();
  });

  step(context, "hovers say what is known: of a function, and of a variable in the run that fails", async () => {
    const { editor } = context;
    assert.match(await editor.hover(4, 14), /sum_to.*nothing to check/);
    assert.match(await editor.hover(12, 6), /main.*can fail/);
    assert.match(await editor.hover(7, 6), /sum = 0, then 1, then 3, then 6/);
  });

  step(context, "the values of the run that fails stand at the ends of its lines", async () => {
    const { editor, workbench } = context;
    const hints = await until("there are hints", async () => {
      const found = await editor.hints();
      return found.length > 0 && found;
    });
    assert.ok(hints.includes("13: 1. limit = 4"), hints.join("\n"));
    assert.ok(hints.includes("18: 21–22. sum = 6, fails here"), hints.join("\n"));
    await workbench.line("sum = 6, fails here").waitFor();
    await workbench.screenshots("violation", (theme) => context.editor.setTheme(theme));
  });

  step(context, "the actions at the violation have stepping through it among them", async () => {
    const titles = await context.editor.actions(18);
    assert.ok(titles.some((title) => /step through/i.test(title)), titles.join("\n"));
  });

  step(context, "the steps of the run can be walked through forwards and backwards", async () => {
    const { editor, workbench } = context;
    await workbench.goTo(18, 5);
    const walked = [];
    for (const direction of ["next", "next", "next", "previous", "previous"]) {
      await editor.execute(`vouch.${direction}TraceStep`);
      walked.push(await editor.cursorLine());
    }
    assert.deepEqual(walked, [13, 14, 14, 14, 13]);
    await workbench.screenshot("walk");
  });

  step(context, "the run is a tree in the explorer, and a click goes to the step", async () => {
    const { editor, workbench } = context;
    await workbench.goTo(18, 5);
    await editor.execute("vouch.showRun");
    await workbench.runStep("limit = 4").waitFor();
    await workbench.runStep("sum < 6").waitFor();
    await workbench.runStep("limit = 4").click();
    await until("the step is shown", async () => (await editor.cursorLine()) === 13);
    await workbench.tallScreenshots("run", (theme) => editor.setTheme(theme));
  });

  step(context, "a branch says why it did not go the other way, and leads to the step that wrote what it has read", async () => {
    const { editor, workbench } = context;
    await workbench.askWhyNot("sum < 6 is false");
    await workbench.choice("sum = 6").waitFor();
    assert.match(await workbench.choice("sum = 6").innerText(), /written by step \d+: int sum = sum_to\(limit\)/);
    await workbench.screenshot("why");
    await workbench.choice("sum = 6").click();
    await until("the step is shown", async () => (await editor.cursorLine()) === 17);
    await workbench.command("View: Toggle Primary Side Bar Visibility");
  });

  step(context, "the run is a table of the variables that are chosen", async () => {
    const { editor, workbench } = context;
    await workbench.goTo(18, 5);
    await workbench.page.keyboard.press("Control+Alt+v");
    await workbench.page.keyboard.press("b");
    assert.equal(await workbench.enter("Show the Run as a Table", "sum, limit, i"), "limit, sum, i");
    const table = await until("the table is shown", () => editor.textOf("vouch-run-table"));
    assert.match(table, /\| step \| in +\| line \| sum +\| limit \| i +\| what happens +\|/);
    assert.match(table, /\| 1 +\| main +\| 13 +\| +\| 4 \* +\| +\| int limit = __VERIFIER_nondet_int\(\) +\|/);
    await workbench.screenshots("table", (theme) => context.editor.setTheme(theme));
    await editor.execute("workbench.action.closeActiveEditor");
  });

  step(context, "any expression can be asked at a line: it is proved, or refuted with a run", async () => {
    const { editor, workbench } = context;
    await workbench.goTo(17, 3);
    await workbench.prove("limit >= 0 && limit <= 4");
    await workbench.notification("limit >= 0 && limit <= 4 holds in front of line 17 in all runs").waitFor();
    await workbench.command("Notifications: Clear All Notifications");
    await workbench.goTo(18, 3);
    await workbench.prove("sum != 3");
    await workbench.notification("sum != 3 can be false in front of line 18: sum = 3").waitFor();
    await workbench.runStep("limit = 3").waitFor();
    await workbench.tallScreenshots("prove", (theme) => context.editor.setTheme(theme));
    await workbench.command("View: Toggle Primary Side Bar Visibility");
    await workbench.command("Notifications: Clear All Notifications");
    await workbench.goTo(18, 5);
    await editor.execute("vouch.showRun");
    await workbench.runStep("limit = 4").waitFor();
    await workbench.command("View: Toggle Primary Side Bar Visibility");
  });

  step(context, "what is selected can be asked by an action", async () => {
    const { editor } = context;
    const titles = await editor.actions(14, { from: 7, to: 16 });
    assert.ok(titles.includes("Prove `limit < 0` here"), titles.join("\n"));
  });
}
