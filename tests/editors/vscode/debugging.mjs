import assert from "node:assert/strict";
import { until } from "./session.mjs";
import { step } from "./step.mjs";

/** Stepping through the run that fails, in VS Code's own debugger with `vouch dap`. */
export function testDebugging(context) {
  /** The reasons of all stops so far. */
  const stops = () =>
    context.session.probe.run((_vscode, _parameters, messages) =>
      messages.filter(({ to, message }) => to === "editor" && message.event === "stopped").map(({ message }) => message.body.reason),
    );

  /** Where the session stands and the variables there, once the editor has followed: then it takes the next command. */
  const state = () =>
    until("the editor shows the place", () =>
      context.session.probe.run(async (vscode) => {
        const session = vscode.debug.activeDebugSession;
        const frame = vscode.debug.activeStackItem;
        if (!session || frame?.frameId === undefined) {
          return undefined;
        }
        const { stackFrames } = await session.customRequest("stackTrace", { threadId: frame.threadId });
        const [top] = stackFrames;
        if (top.id !== frame.frameId || vscode.window.activeTextEditor.selection.active.line + 1 !== top.line) {
          return undefined;
        }
        const { scopes } = await session.customRequest("scopes", { frameId: top.id });
        const values = {};
        for (const scope of scopes) {
          const { variables } = await session.customRequest("variables", { variablesReference: scope.variablesReference });
          variables.forEach(({ name, value }) => (values[name] ??= value));
        }
        return { function: top.name, line: top.line, values };
      }),
    );

  /** Runs a command of the debugger and waits for the stop that follows. */
  const go = async (command) => {
    const before = (await stops()).length;
    await context.editor.execute(`workbench.action.debug.${command}`);
    await until(`a stop after ${command}`, async () => (await stops()).length > before);
    return state();
  };

  step(context, "the lens starts a session that stands at the beginning of the run", async () => {
    const { editor, workbench } = context;
    await editor.execute("workbench.view.debug");
    await workbench.codeLens("step through").click();
    await workbench.page.waitForSelector(".debug-toolbar");
    await until("the first stop", async () => (await stops()).length === 1);
    const { function: name, line } = await state();
    assert.deepEqual([name, line], ["main", 13]);
    await workbench.debugButton("step-back").waitFor();
    await workbench.debugButton("reverse-continue").waitFor();
  });

  step(context, "it steps forwards into a call and backwards out of it, with the values of each place", async () => {
    let place = await state();
    for (let steps = 0; place.line !== 17 && steps < 10; ++steps) {
      place = await go("stepOver");
    }
    assert.equal(place.line, 17);
    assert.equal(place.values.limit, "4");
    place = await go("stepInto");
    assert.deepEqual([place.function, place.line], ["sum_to", 5]);
    place = await go("stepBack");
    assert.deepEqual([place.function, place.line], ["main", 17]);
    place = await go("stepOver");
    assert.deepEqual([place.function, place.line, place.values.sum], ["main", 18, "6"]);
  });

  step(context, "it runs on to the violation, which is shown as what has happened", async () => {
    const { workbench } = context;
    const place = await go("continue");
    assert.equal(place.line, 18);
    assert.equal((await stops()).at(-1), "exception");
    await workbench.page.locator(".exception-widget").waitFor();
    await workbench.page.locator(".debug-variables .monaco-list-row", { hasText: "limit" }).first().waitFor();
    await workbench.screenshots("debugger", (theme) => context.editor.setTheme(theme));
  });

  step(context, "it runs backwards to the beginning, and ends", async () => {
    const place = await go("reverseContinue");
    assert.deepEqual([place.function, place.line], ["main", 13]);
    await context.editor.execute("workbench.action.debug.stop");
    await until("the session has ended", () => context.session.probe.run((vscode) => vscode.debug.activeDebugSession === undefined));
    await context.editor.execute("workbench.view.explorer");
  });
}
