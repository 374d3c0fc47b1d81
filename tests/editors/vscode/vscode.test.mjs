// A C file in VS Code, from the violation to the fix, in one session. Needs VOUCH_EXTENSION (the .vsix), VOUCH_EDITOR_PACKAGES
// (from `install`) and VOUCH_EDITOR_OUTPUT (a folder); `run` sets them.
import { after, afterEach, before } from "node:test";
import { testAssistance } from "./assistance.mjs";
import { testAttention } from "./attention.mjs";
import { testDebugging } from "./debugging.mjs";
import { testDiagnostics } from "./diagnostics.mjs";
import { Editor } from "./editor.mjs";
import { testFiles } from "./files.mjs";
import { openSession } from "./session.mjs";
import { testSettings } from "./settings.mjs";
import { testSurfaces } from "./surfaces.mjs";
import { testWalkthrough } from "./walkthrough.mjs";

/** Filled before the first test. */
const context = {};

before(async () => {
  context.session = await openSession({
    packages: process.env.VOUCH_EDITOR_PACKAGES,
    extension: process.env.VOUCH_EXTENSION,
    output: process.env.VOUCH_EDITOR_OUTPUT,
    file: "example.c",
  });
  context.workbench = context.session.workbench;
  context.editor = new Editor(context.session);
});
afterEach(async (test) => {
  if (!test.passed && !context.isBroken) {
    context.isBroken = true; // what follows would only wait in vain
    await context.workbench?.screenshot("failed");
  }
});
after(() => context.session?.close());

testSurfaces(context);
testDebugging(context);
testDiagnostics(context);
testAssistance(context);
testAttention(context);
testFiles(context);
testSettings(context);
testWalkthrough(context);
