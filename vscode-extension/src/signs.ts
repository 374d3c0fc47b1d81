import { type DocumentStatus, type FunctionState, type Range, functionStates } from "./status.ts";

/** One sign for each line with a function's name; of several functions the one that needs most attention counts. */
export function signsOf(status: DocumentStatus): Map<number, FunctionState> {
  const signs = new Map<number, FunctionState>();
  for (const { range, state } of status.functions) {
    const line = range.start.line;
    const present = signs.get(line);
    if (present === undefined || functionStates.indexOf(state) < functionStates.indexOf(present)) {
      signs.set(line, state);
    }
  }
  return signs;
}

/** The ranges in which an editor shows a sign, by the sign's state. States without a range are there too. */
export function rangesOfSigns(status: DocumentStatus | undefined): Map<FunctionState, Range[]> {
  const ranges = new Map<FunctionState, Range[]>(functionStates.map((state) => [state, []]));
  for (const [line, state] of status ? signsOf(status) : []) {
    ranges.get(state)?.push({ start: { line, character: 0 }, end: { line, character: 0 } });
  }
  return ranges;
}
