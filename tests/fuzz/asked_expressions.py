#!/usr/bin/env python3
"""Asks a language server for expressions at places of random functions, and compares the answers with compiled runs.

Each function is written twice: as a user would, with and without brackets, and with a probe in front of each statement, which
notes whether the expression that is asked there has been false. The probes are put where this generator knows that the
statement begins, and know nothing of how the server finds it. "Proved" and a run in which it is false is a contradiction; so is
"violated" with a run that the compiled function does not make. Exit status 1, and the program in --folder, for each.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

PARAMETERS = ("a", "b", "c")
LOCALS = ("x", "y")
HEAD = "struct pair { unsigned first, second; };\n"
PROBES = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned char hit[{count}];
static unsigned char come[{count}];
#define PROBE(number, expression) (come[number] = 1, (expression) ? 0 : (hit[number] = 1))
"""
RUN = """
int main(int argc, char **argv) {{
  static const unsigned wanted[] = {{0, 1, 2, 3, 7, 8, 9, 15, 16, 100, 4294967295u, 2147483648u}};
  enum {{ values = sizeof wanted / sizeof *wanted }};
  if (argc == 6) {{
    struct pair p = {{strtoul(argv[4], 0, 10), strtoul(argv[5], 0, 10)}};
    f(strtoul(argv[1], 0, 10), strtoul(argv[2], 0, 10), strtoul(argv[3], 0, 10), &p);
  }} else {{
    srand(argc > 1 ? atoi(argv[1]) : 1);
    for (int run = 0; run < 4000; run++) {{
      unsigned v[5];
      for (int i = 0; i < 5; i++)
        v[i] = rand() % 4 ? wanted[rand() % values] : (unsigned)rand();
      struct pair p = {{v[3], v[4]}};
      f(v[0], v[1], v[2], &p);
    }}
  }}
  for (int i = 0; i < {count}; i++)
    printf("%d%d\\n", come[i], hit[i]);
  return 0;
}}
"""


class Program:
    """A function f in two texts, and the places of its statements in the first."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.plain = HEAD + "unsigned f(unsigned a, unsigned b, unsigned c, struct pair *p) {\n  unsigned x = 1, y = 0;\n"
        self.probed = "unsigned f(unsigned a, unsigned b, unsigned c, struct pair *p) {\nunsigned x = 1, y = 0;\n"
        self.questions = []  # line and column from 0, expression
        self.loops = 0
        for _ in range(self.random.randint(4, 8)):
            self.statement(1, False)
        self.place(1)
        self.both("return x + y;\n")
        self.both("}\n")

    def both(self, text):
        self.plain += text
        self.probed += text

    def value(self):
        return self.random.choice(PARAMETERS + LOCALS + ("p->first", "p->second"))

    def condition(self):
        operation = self.random.choice(("==", "!=", "<", "<=", ">", ">="))
        other = self.random.choice((self.value(), str(self.random.choice((0, 1, 2, 7, 8, 15, 16)))))
        simple = f"{self.value()} {operation} {other}"
        return simple if self.random.random() < 0.7 else f"{simple} {self.random.choice(('&&', '||'))} {self.value()} {operation} 3"

    def expression(self):
        operation = self.random.choice(("+", "-", "&", "|", "^", "*"))
        return f"{self.value()} {operation} {self.random.choice((self.value(), str(self.random.randint(0, 15))))}"

    def place(self, depth):
        """A question in front of what comes next."""
        expression = self.condition()
        indentation = "  " * depth
        begin = self.plain.rfind("\n") + 1
        if not self.plain[begin:].strip():  # a line of its own
            self.plain = self.plain[:begin] + indentation
            begin = self.plain.rfind("\n") + 1
        self.questions.append((self.plain.count("\n"), len(self.plain) - begin, expression))
        self.probed += f"PROBE({len(self.questions) - 1}, {expression}); "

    def body(self, depth):
        """What a branch or a loop has: in brackets in the second text, in the first not always."""
        if self.random.random() < 0.5:
            self.plain += self.random.choice((" ", "\n"))
            self.probed += " {\n"
            self.statement(depth + 1, True)
            self.probed += "}\n"
        else:
            self.both(" {\n")
            for _ in range(self.random.randint(1, 3)):
                self.statement(depth + 1, False)
            self.plain += "  " * depth
            self.both("}\n")

    def statement(self, depth, is_body):
        kind = self.random.random() if depth < 4 else 0
        self.place(depth)
        if kind < 0.5 or (is_body and kind > 0.9):
            target = self.random.choice(LOCALS + ("x", "p->first", "p->second"))
            self.both(f"{target} {self.random.choice(('=', '+=', '^=', '&='))} {self.expression()};\n")
        elif kind < 0.75:
            self.both(f"if ({self.condition()})")
            # An else that follows an if without brackets would be that one's.
            self.body(depth) if is_body or self.random.random() < 0.5 else self.branches(depth)
        elif kind < 0.9 and self.loops < 2:
            self.loops += 1
            counter = self.random.choice(LOCALS)
            self.both(f"for ({counter} = 0; {counter} < {self.random.randint(1, 5)}; {counter}++)")
            self.loop_body(depth, counter)
        elif not is_body:
            self.both(f"switch ({self.value()} & 3) {{\n")
            for case in ("case 1", "case 2", "default"):
                self.both(f"{case}:\n")
                self.statement(depth + 1, False)
                if self.random.random() < 0.7:
                    self.both("break;\n")
            self.both("}\n")
        else:
            self.both(f"{self.random.choice(LOCALS)}++;\n")

    def branches(self, depth):
        self.both(" {\n")
        self.statement(depth + 1, False)
        self.both("} else")
        self.body(depth)

    def loop_body(self, depth, counter):
        """Statements that leave the counter alone, so that the loop ends."""
        other = LOCALS[1 - LOCALS.index(counter)]
        self.both(" {\n")
        for _ in range(self.random.randint(1, 2)):
            self.place(depth + 1)
            self.both(f"{other} {self.random.choice(('+=', '^=', '='))} {self.expression()};\n")
        self.both("}\n")

    def compiled(self, folder):
        source = folder / "probed.c"
        count = max(len(self.questions), 1)
        source.write_text(HEAD + PROBES.format(count=count) + self.probed + RUN.format(count=count))
        binary = folder / "probed"
        subprocess.run(["cc", "-w", "-O1", "-o", binary, source], check=True)
        return binary


class Server:
    def __init__(self, vouch, folder):
        self.process = subprocess.Popen([vouch, "lsp", "--cache", "off"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.last = 0
        self.request("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {},
                                    "initializationOptions": {"verifyOn": "manual"}})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def request(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.last and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]

    def stop(self):
        self.process.kill()
        self.process.wait()


def inputs_of(run):
    """The five numbers with which a run begins; nothing if it does not say all of them."""
    values = {}

    def collect(nodes):
        for node in nodes:
            for value in node["values"]:
                values.setdefault(value["name"], value["value"])
            collect(node["children"])

    collect(run["nodes"])
    names = (*PARAMETERS, "p->first", "p->second")
    given = [values.get(name, "0") for name in names]
    return given if all(value.isdigit() for value in given) else None


def hits(binary, arguments):
    result = subprocess.run([binary, *arguments], capture_output=True, text=True, timeout=60, check=True)
    return [(line[0] == "1", line[1] == "1") for line in result.stdout.split()]


def contradictions(server, seed, folder, counts):
    program = Program(seed)
    binary = program.compiled(folder)
    happened = hits(binary, [str(seed)])
    path = folder / "asked.c"
    path.write_text(program.plain)
    uri = path.as_uri()
    server.send({"method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": uri, "languageId": "c", "version": 1, "text": program.plain}}})
    for number, (line, column, expression) in enumerate(program.questions):
        if number % 3 != seed % 3:  # not all of them
            continue
        answer = server.request("vouch/prove", {"uri": uri, "position": {"line": line, "character": column}, "expression": expression})
        verdict = answer["verdict"]
        counts[verdict] += 1
        where = f"seed {seed}, line {line + 1}: {expression}"
        come, hit = happened[number]
        if verdict == "proved" and hit:
            yield f"{where}: proved, but a run makes it false"
        if verdict == "proved" and come and "no run comes" in answer["message"]:
            yield f"{where}: a run comes there: {answer['message']}"
        if verdict == "violated" and not hit:
            given = inputs_of(answer["run"])
            # What a run does not look at is not told: then nothing is known of it.
            if given and hits(binary, given)[number][1]:
                counts["repeated"] += 1
            elif given and "p->" not in json.dumps(answer["run"]):
                yield f"{where}: the run {given} does not make it false"
        if verdict == "unknown" and "statement" in answer["message"]:
            yield f"{where}: {answer['message']}"
    server.send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": uri}}})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True)
    parser.add_argument("--programs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=pathlib.Path, help="where programs with contradictions are left")
    arguments = parser.parse_args()
    counts = dict.fromkeys(("proved", "violated", "unknown", "repeated"), 0)
    found = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server = Server(arguments.vouch, folder)
        for seed in range(arguments.seed, arguments.seed + arguments.programs):
            for contradiction in contradictions(server, seed, folder, counts):
                print(contradiction)
                found += 1
                if arguments.folder:
                    arguments.folder.mkdir(parents=True, exist_ok=True)
                    (arguments.folder / f"asked_{seed}.c").write_text(Program(seed).plain)
        server.stop()
    print(", ".join(f"{count} {word}" for word, count in counts.items()))
    if counts["proved"] == 0 or counts["violated"] == 0:
        print("nothing was compared")
        found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
