/** What the server says about a document (`vouch/status`), and which of two such statements counts. */

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export const functionStates = ["violated", "running", "queued", "unknown", "stale", "assumed", "proved"] as const;
export type FunctionState = (typeof functionStates)[number];

export interface FunctionStatus {
  name: string;
  /** Of the name, in the document's present version. */
  range: Range;
  state: FunctionState;
  /** Why the state is `unknown`. */
  reason?: string;
  milliseconds: number;
  fromCache: boolean;
  /** The ids of the traces that lead to violations in this function. */
  traces: string[];
  /** Whether one of them is there since the document was edited. */
  since?: "edit";
}

export interface DocumentStatus {
  uri: string;
  version: number;
  /** Grows with every edit and every run of the document. */
  generation: number;
  state: "queued" | "running" | "finished" | "doesNotCompile" | "stale" | "cancelled";
  verdict?: "safe" | "violated" | "unknown";
  /** Why the verdict is `unknown`. */
  reason?: string;
  seconds?: number;
  functions: FunctionStatus[];
}

/** The last statement for each document, by its URI. */
export type Statuses = ReadonlyMap<string, DocumentStatus>;

/** `statuses` with `news`, unless a later generation is known already. */
export function withStatus(statuses: Statuses, news: DocumentStatus): Statuses {
  const known = statuses.get(news.uri);
  if (known && known.generation > news.generation) {
    return statuses;
  }
  return new Map(statuses).set(news.uri, news);
}

/** `statuses` without the document, which has been closed. */
export function withoutStatus(statuses: Statuses, uri: string): Statuses {
  const rest = new Map(statuses);
  rest.delete(uri);
  return rest;
}

/** The function whose name stands in this line, or the last one before it: functions of C do not nest. */
export function functionAt(status: DocumentStatus, line: number): FunctionStatus | undefined {
  return status.functions
    .filter((one) => one.range.start.line <= line)
    .reduce<FunctionStatus | undefined>(
      (last, one) => (last && last.range.start.line > one.range.start.line ? last : one),
      undefined,
    );
}
