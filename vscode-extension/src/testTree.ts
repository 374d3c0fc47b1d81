import type { FunctionState, FunctionStatus, Range } from "./status.ts";

/** What was checked in a function: the answer to `vouch/checks`. */
export interface CheckOfFunction {
  range: Range;
  code: string;
  message: string;
  state: "proved" | "leftToCallers" | "open" | "violated" | "notReached";
}

export interface FunctionWithChecks {
  name: string;
  range: Range;
  state: FunctionState;
  reason?: string;
  checks: CheckOfFunction[];
}

/** How the Testing view shows it: a proof has passed, what can fail has failed, what the source accepts is skipped, the rest went wrong. */
export type Outcome = "passed" | "failed" | "skipped" | "errored";

/** `undefined`: nothing that holds now is known. */
export function outcomeOfFunction(state: FunctionState): Outcome | undefined {
  switch (state) {
    case "proved":
      return "passed";
    case "violated":
      return "failed";
    case "assumed":
      return "skipped";
    case "unknown":
      return "errored";
    default:
      return undefined;
  }
}

export function outcomeOfCheck(state: CheckOfFunction["state"]): Outcome {
  switch (state) {
    case "proved":
    case "leftToCallers":
      return "passed";
    case "violated":
      return "failed";
    case "notReached":
      return "skipped";
    case "open":
      return "errored";
  }
}

/** Why a function has that outcome, for people. */
export function explanationOf(one: Pick<FunctionStatus, "name" | "state" | "reason" | "since">): string {
  switch (one.state) {
    case "violated":
      return one.since ? `${one.name} can fail since this edit` : `${one.name} can fail`;
    case "assumed":
      return `${one.name} can fail, and the source accepts that`;
    default:
      return one.reason ? `${one.name} is not decided: ${one.reason}` : `${one.name} is not decided`;
  }
}

/** The folders that a file is in, from the workspace's, and its name. */
export function segmentsOf(relativePath: string): string[] {
  return relativePath.split("/").filter((part) => part !== "" && part !== ".");
}

export interface Count {
  covered: number;
  total: number;
}

/** How many checks are proved, and how many functions. */
export function coverageOf(functions: readonly FunctionWithChecks[]): { checks: Count; functions: Count } {
  const checks = functions.flatMap((one) => one.checks);
  return {
    checks: { covered: checks.filter((check) => outcomeOfCheck(check.state) === "passed").length, total: checks.length },
    functions: { covered: functions.filter((one) => one.state === "proved").length, total: functions.length },
  };
}
