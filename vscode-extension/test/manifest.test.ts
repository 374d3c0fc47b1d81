import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const sources = readFileSync(new URL("../src/commands.ts", import.meta.url), "utf8");

test("every command is implemented, and has a key unless it is about the server as a whole", () => {
  const keys = new Set(manifest.contributes.keybindings.map((binding: { command: string }) => binding.command));
  const implemented = new Set([...sources.matchAll(/"(vouch\.\w+)": \(/g)].map(([, name]) => name));
  for (const { command } of manifest.contributes.commands) {
    assert.ok(implemented.has(command), `${command} is not implemented`);
    assert.ok(keys.has(command) || ["vouch.restartServer", "vouch.showLog"].includes(command), `${command} has no key`);
  }
  assert.equal(implemented.size, manifest.contributes.commands.length);
});

test("keys and palette entries are limited to C", () => {
  for (const entry of [...manifest.contributes.keybindings, ...manifest.contributes.menus.commandPalette]) {
    assert.match(entry.when, /editorLangId == c/, entry.command);
  }
});

test("no two commands share a key", () => {
  const keys = manifest.contributes.keybindings.map((binding: { key: string }) => binding.key);
  assert.equal(new Set(keys).size, keys.length);
});

test("commands of the server are not declared: the language client registers them", () => {
  const names = manifest.contributes.commands.map((entry: { command: string }) => entry.command);
  for (const name of ["vouch.verify", "vouch.cancel", "vouch.makeTest", "vouch.giveMoreTime", "vouch.verifyCallers", "vouch.selectTrace"]) {
    assert.ok(!names.includes(name), name);
  }
});

test("the pages of the walkthrough exist", () => {
  for (const { steps } of manifest.contributes.walkthroughs) {
    for (const { media } of steps) {
      assert.ok(existsSync(new URL(`../${media.markdown}`, import.meta.url)), media.markdown);
    }
  }
});

test("every setting has a type, a default and a description", () => {
  for (const [name, setting] of Object.entries<Record<string, unknown>>(manifest.contributes.configuration.properties)) {
    assert.ok("type" in setting && "default" in setting, name);
    assert.ok(setting["description"] ?? setting["markdownDescription"], name);
  }
});
