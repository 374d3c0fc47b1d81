// The base protocol that LSP and DAP share, read strictly: what a tolerant reader would pass over is a fault here.

const endOfHeader = Buffer.from("\r\n\r\n");

/** Reads one direction of a conversation. `onMessage` gets parsed JSON, `onFault` gets words. */
export class FrameReader {
  #rest = Buffer.alloc(0);
  #onMessage;
  #onFault;
  /** Set once it is unknown where the next message begins. */
  lost = false;

  constructor(onMessage, onFault) {
    this.#onMessage = onMessage;
    this.#onFault = onFault;
  }

  /** Takes the next bytes; messages may be cut anywhere. */
  push(bytes) {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (!this.lost) {
      const end = this.#rest.indexOf(endOfHeader);
      if (end < 0) {
        return;
      }
      const length = this.#lengthIn(this.#rest.toString("latin1", 0, end));
      if (length === undefined) {
        this.lost = true;
        return;
      }
      const begin = end + endOfHeader.length;
      if (this.#rest.length < begin + length) {
        return;
      }
      this.#take(this.#rest.subarray(begin, begin + length));
      this.#rest = this.#rest.subarray(begin + length);
    }
  }

  /** The stream has ended: it must not do so inside a message. */
  end() {
    if (!this.lost && this.#rest.length > 0) {
      this.#onFault(`the stream ends inside a message: ${JSON.stringify(this.#rest.toString("latin1", 0, 80))}`);
    }
  }

  #lengthIn(header) {
    let length;
    for (const line of header.split("\r\n")) {
      const field = /^([A-Za-z-]+): (.*)$/.exec(line);
      if (field?.[1] === "Content-Length" && /^\d+$/.test(field[2])) {
        length = Number(field[2]);
      } else if (field?.[1] !== "Content-Type") {
        this.#onFault(`not a header field: ${JSON.stringify(line.slice(0, 80))}`);
      }
    }
    if (length === undefined) {
      this.#onFault(`a header without a length: ${JSON.stringify(header.slice(0, 80))}`);
    }
    return length;
  }

  #take(body) {
    let message;
    try {
      message = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    } catch (problem) {
      this.#onFault(`${problem.message} in ${JSON.stringify(body.toString("latin1", 0, 80))}`);
      return;
    }
    this.#onMessage(message);
  }
}
