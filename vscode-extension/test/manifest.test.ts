import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const sources = readFileSync(new URL("../src/commands.ts", import.meta.url), "utf8");
/** What is about no file of the user's. */
const withoutKey = new Set(["vouch.restartServer", "vouch.showLog", "vouch.openExample"]);

test("every command is implemented, and has a key unless it is about no file of the user's", () => {
  const keys = new Set(manifest.contributes.keybindings.map((binding: { command: string }) => binding.command));
  const implemented = new Set([...sources.matchAll(/"(vouch\.\w+)": \(/g)].map(([, name]) => name));
  for (const { command } of manifest.contributes.commands) {
    assert.ok(implemented.has(command), `${command} is not implemented`);
    assert.ok(keys.has(command) || withoutKey.has(command), `${command} has no key`);
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

test("the buttons of the walkthrough are implemented, and those that are not declared start the extension", () => {
  const declared = new Set(manifest.contributes.commands.map((entry: { command: string }) => entry.command));
  const links = JSON.stringify(manifest.contributes.walkthroughs).matchAll(/\(command:(vouch\.[\w.]+)/g);
  const commands = [...links].map(([, name]) => name);
  assert.equal(commands.length, 4);
  for (const command of commands) {
    assert.ok(sources.includes(`"${command}": (`), `${command} is not implemented`);
    assert.ok(declared.has(command) || manifest.activationEvents.includes(`onCommand:${command}`), `${command} starts nothing`);
  }
});

test("the icon is a picture of 128 by 128 pixels", () => {
  const icon = readFileSync(new URL(`../${manifest.icon}`, import.meta.url));
  assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [128, 128]);
});

test("every word that a setting can be has a sentence", () => {
  type Setting = { enum?: string[]; enumDescriptions?: string[]; items?: Setting };
  for (const [name, setting] of Object.entries<Setting>(manifest.contributes.configuration.properties)) {
    for (const { enum: words, enumDescriptions: sentences } of [setting, setting.items ?? {}]) {
      assert.equal(sentences?.length, words?.length, name);
      assert.ok((sentences ?? []).every((sentence) => /^\S.*\.$/.test(sentence)), name);
    }
  }
});

test("every setting has a type, a default and a description", () => {
  for (const [name, setting] of Object.entries<Record<string, unknown>>(manifest.contributes.configuration.properties)) {
    assert.ok("type" in setting && "default" in setting, name);
    assert.ok(setting["description"] ?? setting["markdownDescription"], name);
  }
});
