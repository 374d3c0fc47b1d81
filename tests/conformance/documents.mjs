// The client's documents as the server has to know them, and whether places are inside of them.

/** The texts of a client's documents, in all their versions. */
export class Documents {
  #texts = new Map(); // uri -> version -> text; no text where a change could not be followed
  #current = new Map(); // uri -> version
  encoding = "utf-16";

  open({ uri, version, text }) {
    this.#texts.set(uri, (this.#texts.get(uri) ?? new Map()).set(version, text));
    this.#current.set(uri, version);
  }

  change({ textDocument: { uri, version }, contentChanges }) {
    const texts = this.#texts.get(uri);
    if (texts) {
      const text = contentChanges.reduce((before, change) => this.#apply(before, change), texts.get(this.#current.get(uri)));
      texts.set(version, text);
      this.#current.set(uri, version);
    }
  }

  close(uri) {
    this.#current.delete(uri);
  }

  isOpen(uri) {
    return this.#current.has(uri);
  }

  currentVersion(uri) {
    return this.#current.get(uri);
  }

  hasHad(uri, version) {
    return this.#texts.get(uri)?.has(version) ?? false;
  }

  /** What is wrong with a range in this version of a document, or nothing. Documents that are not known are not judged. */
  faultOf(uri, version, { start, end }) {
    const text = this.#texts.get(uri)?.get(version);
    if (text === undefined) {
      return undefined;
    }
    const lines = text.split(/\r\n|\r|\n/);
    for (const { line, character } of [start, end]) {
      if (lines[line] === undefined) {
        return `line ${line} of ${lines.length}`;
      }
      if (this.#indexOf(lines[line], character) === undefined) {
        return `character ${character} of line ${line}, in ${this.encoding}: ${JSON.stringify(lines[line])}`;
      }
    }
    return start.line > end.line || (start.line === end.line && start.character > end.character) ? "ends before it begins" : undefined;
  }

  #apply(text, change) {
    if (text === undefined || !change.range) {
      return change.range ? undefined : change.text;
    }
    const [start, end] = [change.range.start, change.range.end].map((position) => this.#offset(text, position));
    return start === undefined || end === undefined ? undefined : text.slice(0, start) + change.text + text.slice(end);
  }

  /** Places behind the end of a line mean its end, which is what the protocol says. */
  #offset(text, { line, character }) {
    const breaks = [...text.matchAll(/\r\n|\r|\n/g)];
    if (line > breaks.length) {
      return undefined;
    }
    const begin = line === 0 ? 0 : breaks[line - 1].index + breaks[line - 1][0].length;
    const content = text.slice(begin, line < breaks.length ? breaks[line].index : text.length);
    return begin + (this.#indexOf(content, character) ?? content.length);
  }

  /** The index in the JavaScript string; nothing if the character is behind the end or inside of a code point. */
  #indexOf(line, character) {
    const units = { "utf-8": (point) => Buffer.byteLength(point), "utf-16": (point) => point.length, "utf-32": () => 1 }[this.encoding];
    let [index, count] = [0, 0];
    for (const point of line) {
      if (count >= character) {
        break;
      }
      count += units(point);
      index += point.length;
    }
    return count === character ? index : undefined;
  }
}

/** All ranges and positions in a message, with the document that each belongs to. `uri` is for those without their own. */
export function* rangesIn(value, uri) {
  if (Array.isArray(value)) {
    for (const element of value) {
      yield* rangesIn(element, uri);
    }
  } else if (value !== null && typeof value === "object") {
    const own = value.textDocument?.uri ?? (typeof value.uri === "string" ? value.uri : uri);
    for (const [name, member] of Object.entries(value)) {
      if (name === "changes" && !Array.isArray(member)) {
        for (const [changed, edits] of Object.entries(member)) {
          yield* rangesIn(edits, changed);
        }
      } else if (member !== null && typeof member === "object" && "start" in member && "end" in member) {
        yield { uri: own, range: member };
      } else if (name === "position" && member !== null && typeof member === "object") {
        yield { uri: own, range: { start: member, end: member } };
      } else if (name !== "data" && name !== "arguments") {
        yield* rangesIn(member, own);
      }
    }
  }
}
