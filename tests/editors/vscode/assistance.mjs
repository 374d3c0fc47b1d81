import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { until } from "./session.mjs";
import { step } from "./step.mjs";

/** What is made and checked when the user asks for it. The file is as it was afterwards. */
export function testAssistance(context) {
  step(context, "make test, above the function, opens a program that fails as the run does", async () => {
    const { session, editor, workbench } = context;
    await workbench.codeLens("make test").click();
    const test = await until("the test is open", async () => {
      const path = await editor.activePath();
      return path !== session.path && path;
    });
    assert.equal(dirname(test), dirname(session.path));
    assert.match(readFileSync(test, "utf8"), new RegExp(`#include "${basename(session.path)}"`));
    await workbench.screenshot("test");

    const program = join(dirname(test), "program");
    execFileSync("gcc", ["-o", program, test]);
    const run = spawnSync(program);
    assert.equal(run.signal, "SIGABRT");
    assert.match(run.stderr.toString(), /sum < 6/);
    await editor.execute("workbench.action.closeActiveEditor");
    rmSync(test);
    rmSync(program);
  });

  step(context, "who accepts a violation finds the cursor where the reason belongs", async () => {
    const { editor, workbench } = context;
    await workbench.goTo(18, 5);
    await workbench.chooseAction("Accept this violation");
    await until("the comment is there", async () => /^  \/\/ vouch: accept\(assert\): $/m.test(await editor.text()));
    await workbench.page.keyboard.type("only the simulator does that");
    await until("the reason is in its place", async () =>
      /^  \/\/ vouch: accept\(assert\): only the simulator does that\n  assert\(sum < 6\);$/m.test(await editor.text()),
    );
    await editor.execute("workbench.action.files.save");
    await until("it counts as accepted", async () =>
      (await editor.finishedStatus()).functions.some(({ name, state }) => name === "main" && state === "assumed"),
    );
    await workbench.codeLensLine("only the simulator does that").waitFor();
    await workbench.screenshot("accepted");
    assert.ok(await editor.replaceAndSave("  // vouch: accept(assert): only the simulator does that\n", ""));
    assert.equal((await editor.violated()).length, 1);
  });
}
