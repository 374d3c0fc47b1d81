/** The settings in package.json are those of the server: `vouch lsp --print-settings` of the binary in VOUCH_BINARY. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Setting {
  type?: string;
  enum?: string[];
  items?: { enum?: string[] };
  default?: unknown;
}

const binary = process.env["VOUCH_BINARY"];
assert.ok(binary, "VOUCH_BINARY must name the binary `vouch`");

const ofServer = new Map<string, Setting>(
  JSON.parse(execFileSync(binary, ["lsp", "--print-settings"], { encoding: "utf8" })).map(
    (setting: Setting & { key: string }) => [setting.key, setting],
  ),
);
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const ofExtension = new Map<string, Setting>(
  Object.entries<Setting>(manifest.contributes.configuration.properties)
    .map(([name, setting]): [string, Setting] => [name.replace(/^vouch\./, ""), setting])
    .filter(([key]) => key !== "path" && key !== "trace.server"),
);

test("the extension has the server's settings and no others", () => {
  assert.deepEqual([...ofExtension.keys()].sort(), [...ofServer.keys()].sort());
});

for (const [key, expected] of ofServer) {
  test(`${key}: type, words and default are the server's`, () => {
    const declared = ofExtension.get(key);
    assert.ok(declared);
    assert.equal(declared.type, expected.type);
    assert.deepEqual(declared.enum, expected.enum);
    assert.deepEqual(declared.items?.enum, expected.items?.enum);
    assert.deepEqual(declared.default, expected.default);
  });
}
