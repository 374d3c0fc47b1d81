import type { ServerState } from "./statusBar.ts";
import type { DocumentStatus } from "./status.ts";
import type { Violation } from "./traceSteps.ts";

/** The copies of the walkthrough's example: `queue.c`, `queue-2.c`, ... Each that was changed is kept. */

/** What the file of this name has in it, on the disk or in an editor; undefined if there is no such file. */
export type TextOf = (name: string) => string | undefined;

function nameOf(index: number): string {
  return index === 1 ? "queue.c" : `queue-${index}.c`;
}

function countOf(textOf: TextOf): number {
  let count = 0;
  while (textOf(nameOf(count + 1)) !== undefined) {
    count += 1;
  }
  return count;
}

/** The copy that was made last; undefined if there is none. */
export function lastCopy(textOf: TextOf): string | undefined {
  const count = countOf(textOf);
  return count === 0 ? undefined : nameOf(count);
}

/** The copy in which the mistake still is: the last one, unless somebody has changed it, otherwise one that is to be made. */
export function freshCopy(textOf: TextOf, example: string): string {
  const count = countOf(textOf);
  return count > 0 && textOf(nameOf(count)) === example ? nameOf(count) : nameOf(count + 1);
}

/** How it stands with the violation that somebody waits for. */
export type Outlook = { kind: "violated"; violation: Violation } | { kind: "pending" } | { kind: "none"; message: string };

/** What is known of a document's first violation; `none` says what a user can do about it. */
export function outlookOf(server: ServerState, status: DocumentStatus | undefined, shown: readonly Violation[]): Outlook {
  if (server !== "running") {
    return server === "starting"
      ? { kind: "pending" }
      : { kind: "none", message: "Vouch: the server is not running. The log says why; *Vouch: Restart the Server* tries again." };
  }
  switch (status?.state) {
    case "finished":
      return shown[0] !== undefined
        ? { kind: "violated", violation: shown[0] }
        : status.verdict === "violated"
          ? { kind: "pending" }
          : { kind: "none", message: "Vouch: nothing can fail in this copy of the example any more. *Vouch: Open an Example* makes a new one." };
    case "doesNotCompile":
      return { kind: "none", message: "Vouch: this copy of the example does not compile. The problems say where; *Vouch: Open an Example* makes a new one." };
    case "cancelled":
      return { kind: "none", message: "Vouch: the verification was cancelled. *Vouch: Verify This File* starts it again." };
    default:
      return { kind: "pending" };
  }
}
