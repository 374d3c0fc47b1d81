import { execFile, type ExecFileException } from "node:child_process";
import * as fs from "node:fs";

/** What came of running the binary once, before it is to be a server. */
export type FirstRun = { kind: "runs"; version: string } | { kind: "fails"; message: string };

const usualPatience = 10_000;

/**
 * Asks the binary for its version and waits `patience` milliseconds for it. Where the system cannot start it, or the loader finds no
 * library, a language client would only say that the connection was closed; here are the system's own words.
 */
export function runOnce(file: string, patience = usualPatience): Promise<FirstRun> {
  return new Promise((resolve) => {
    execFile(file, ["--version"], { timeout: patience, killSignal: "SIGKILL" }, (error, stdout, stderr) => {
      if (error === null) {
        resolve({ kind: "runs", version: stdout.trim() });
        return;
      }
      const said = stderr.trim().replace(`${file}: `, "");
      const reason = isForAnotherMachine(file) ? "it is a program for another kind of machine" : reasonOf(error, said, patience);
      resolve({
        kind: "fails",
        message: `Vouch: ${file} cannot be started: ${reason}. Install a package of Vouch for this system, or name another binary in the setting \`vouch.path\`.`,
      });
    });
  });
}

/** Why the program did not start, or what it said before it ended. */
function reasonOf(error: ExecFileException, said: string, patience: number): string {
  switch (error.code) {
    case "ENOENT":
      return "it is not there, or the loader or interpreter that it asks for is not";
    case "EACCES":
      return "permission denied";
  }
  if (error.killed) {
    return `it gave no answer within ${patience / 1000} s`;
  }
  if (error.signal) {
    return `the signal ${error.signal} ended it${said === "" ? "" : ` (${said})`}`;
  }
  if (typeof error.code === "number") {
    return said === "" ? `it ended with status ${error.code}` : said.replace(/\.$/, "");
  }
  return error.message;
}

/** The kind of machine that an ELF file is for: its class, byte order and `e_machine`. */
function machineOf(file: string): string | undefined {
  try {
    const header = Buffer.alloc(20);
    const descriptor = fs.openSync(file, "r");
    fs.readSync(descriptor, header);
    fs.closeSync(descriptor);
    return header.toString("latin1", 0, 4) === "\x7fELF" ? header.toString("hex", 4, 6) + header.toString("hex", 18) : undefined;
  } catch {
    return undefined;
  }
}

/** The system says nothing of it: what it cannot execute it gives to a shell, which complains about the first bytes. */
function isForAnotherMachine(file: string): boolean {
  const machine = machineOf(file);
  return machine !== undefined && machine !== machineOf(process.execPath);
}
