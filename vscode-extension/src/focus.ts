import type { Range } from "./status.ts";

/** What is seen of a document in one editor. */
export interface VisiblePart {
  uri: string;
  range?: Range;
}

/** The parameters of `vouch/focus`: what the server verifies first. */
export interface Focus {
  active?: string;
  visible: VisiblePart[];
}

function isBefore(a: Range["start"], b: Range["start"]): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function union(a: Range, b: Range): Range {
  return { start: isBefore(a.start, b.start) ? a.start : b.start, end: isBefore(a.end, b.end) ? b.end : a.end };
}

/** Each document once: what lies between two parts of it counts as seen. */
export function focusOf(active: string | undefined, parts: readonly VisiblePart[]): Focus {
  const visible = new Map<string, VisiblePart>();
  for (const { uri, range } of parts) {
    const known = visible.get(uri)?.range;
    const together = known && range ? union(known, range) : (known ?? range);
    visible.set(uri, together ? { uri, range: together } : { uri });
  }
  return active === undefined ? { visible: [...visible.values()] } : { active, visible: [...visible.values()] };
}
