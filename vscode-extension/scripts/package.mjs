// Makes the .vsix: node scripts/package.mjs [--server PATH] [--out FILE]
// With --server the binary goes along and the package is for Linux on x86-64 only; without, the extension looks for
// `vouch` in the setting and in PATH.
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createVSIX } from "@vscode/vsce";

const { values } = parseArgs({
  options: { server: { type: "string" }, out: { type: "string", default: "vouch.vsix" } },
});

rmSync("bin", { recursive: true, force: true });
if (values.server !== undefined) {
  if (!existsSync(values.server)) {
    console.error(`package: there is no ${values.server}`);
    process.exit(2);
  }
  mkdirSync("bin");
  copyFileSync(values.server, join("bin", "vouch"));
  chmodSync(join("bin", "vouch"), 0o755);
}
await createVSIX({
  packagePath: values.out,
  dependencies: false, // the bundle has them
  allowMissingRepository: true,
  skipLicense: !existsSync("LICENSE"),
  ...(values.server === undefined ? {} : { target: `${process.platform}-${process.arch}` }),
});
