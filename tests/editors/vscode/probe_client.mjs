// The test's side of probe/probe.js.
import net from "node:net";
import readline from "node:readline";
import { patience } from "./patience.mjs";

export class Probe {
  #connection;
  #waiting = [];

  /** Connects to the probe that listens on this Unix socket. */
  static async connect(socket) {
    const connection = net.connect(socket);
    await new Promise((resolve, reject) => connection.once("connect", resolve).once("error", reject));
    return new Probe(connection);
  }

  constructor(connection) {
    this.#connection = connection;
    readline.createInterface({ input: connection }).on("line", (line) => this.#waiting.shift()(JSON.parse(line)));
  }

  /**
   * Runs `code(vscode, parameters, messages)` in VS Code's extension host and gives its value. The function travels as text: it
   * sees nothing of the test but `parameters`, and what it gives must be JSON.
   */
  async run(code, parameters = {}) {
    const answer = new Promise((resolve) => this.#waiting.push(resolve));
    this.#connection.write(`${JSON.stringify({ body: `return (${code})(vscode, parameters, messages)`, parameters })}\n`);
    const timer = Promise.withResolvers();
    const alarm = setTimeout(() => timer.reject(new Error(`VS Code does not answer: ${code}`)), patience);
    const { value, error } = await Promise.race([answer, timer.promise]).finally(() => clearTimeout(alarm));
    if (error !== undefined) {
      throw new Error(`in VS Code: ${error}`);
    }
    return value;
  }

  close() {
    this.#connection.destroy();
  }
}
