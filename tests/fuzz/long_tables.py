#!/usr/bin/env python3
"""Compares what `vouch check` knows of long constant tables with what the compiler puts into them: numbers of all types, structs,
bit-fields, unions, nested arrays, designated initialisers and ranges.

The compiled table prints its bytes and some of its elements. A program that asserts these must not be violated, whatever the
preset, and one that asserts a wrong byte must not be safe. Exit status 1, and the program in --folder, for each contradiction.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

HEAD = "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\nenum level { LOW, MIDDLE, HIGH };\n"
SCALARS = (("unsigned char", 0, 2**8 - 1), ("signed char", -2**7, 2**7 - 1), ("short", -2**15, 2**15 - 1),
           ("unsigned short", 0, 2**16 - 1), ("int", -2**31 + 1, 2**31 - 1), ("unsigned", 0, 2**32 - 1),
           ("long", -2**63 + 1, 2**63 - 1), ("unsigned long", 0, 2**64 - 1), ("_Bool", 0, 1), ("enum level", 0, 2))
PRESETS = ([], ["--analysis", "value"], ["--analysis", "predicate"])
READ = 64  # elements of each table
CHECKED = 8  # of these, in each program: rather others than zero


class Generator:
    """Declarations of a table `t`, each with expressions that read the element {i}, and how many there are."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self, scalar):
        name, low, high = scalar
        value = self.random.choice((low, high, 0, 1, self.random.randint(low, high), self.random.randint(0, min(high, 20))))
        suffix = {"unsigned": "u", "unsigned long": "ul", "long": "l"}.get(name, "")
        return f"({value}{suffix})"

    def numbers(self, scalar, count):
        return ", ".join(self.number(scalar) for _ in range(count))

    def plain(self, scalar, count):
        given = self.random.randint(count // 2, count)
        return f"static const {scalar[0]} t[{count}] = {{{self.numbers(scalar, given)}}};", ["t[{i}]"], count

    def rows(self, scalar, count):
        width = self.random.randint(20, 50)
        rows = ", ".join("{" + self.numbers(scalar, self.random.randint(width // 2, width)) + "}" for _ in range(count // 10))
        return (f"static const {scalar[0]} t[{count // 10}][{width}] = {{{rows}}};", [f"t[{{i}} / {width}][{{i}} % {width}]"],
                count // 10 * width)

    def ranges(self, scalar, count):
        begin = self.random.randint(0, count // 2)
        return (f"static const {scalar[0]} t[{count}] = {{[{begin} ... {count - 2}] = {self.number(scalar)}, "
                f"[3] = {self.number(scalar)}, {self.number(scalar)}}};", ["t[{i}]"], count)

    def structs(self, _, count):
        fields = [self.random.choice(SCALARS) for _ in range(self.random.randint(2, 5))]
        packed = self.random.choice(("", "__attribute__((packed)) "))
        members = " ".join(f"{field[0]} f{number};" for number, field in enumerate(fields))
        elements = ", ".join("{" + ", ".join(map(self.number, fields[:self.random.randint(1, len(fields))])) + "}"
                             for _ in range(count))
        return (f"struct {packed}s {{ {members} }};\nstatic const struct s t[{count}] = {{{elements}}};",
                [f"t[{{i}}].f{number}" for number in range(len(fields))], count)

    def bit_fields(self, _, count):
        widths = [self.random.randint(1, 13) for _ in range(self.random.randint(2, 6))]
        members = " ".join(f"unsigned f{number} : {width};" for number, width in enumerate(widths))
        elements = ", ".join("{7, " + ", ".join(str(self.random.randrange(2**width)) for width in widths) + "}"
                             for _ in range(count))
        return (f"struct s {{ short head; {members} }};\nstatic const struct s t[{count}] = {{{elements}}};",
                [f"t[{{i}}].f{number}" for number in range(len(widths))], count)

    def unions(self, scalar, count):
        if scalar[0] == "_Bool":  # most bytes are no value of it
            scalar = SCALARS[0]
        elements = ", ".join(self.random.choice((f"{{.b = {self.random.randrange(2**40)}}}", f"{{{self.number(scalar)}}}"))
                             for _ in range(count))
        return f"union u {{ {scalar[0]} a; unsigned long b; }};\nstatic const union u t[{count}] = {{{elements}}};", ["t[{i}].a"], count

    def nested(self, scalar, count):
        elements = ", ".join(f"{{{{{{{{{self.numbers(scalar, 3)}}}, 5}}, {{{{{self.number(scalar)}}}, -3}}}}, 9}}"
                             for _ in range(count))
        return (f"struct inner {{ {scalar[0]} a[3]; short b; }};\nstruct s {{ struct inner in[2]; signed char c; }};\n"
                f"static const struct s t[{count}] = {{{elements}}};",
                ["t[{i}].in[1].a[{i} % 3]", "t[{i}].in[0].b", "t[{i}].c"], count)

    def table(self):
        make = self.random.choice((self.plain, self.rows, self.ranges, self.structs, self.bit_fields, self.unions, self.nested))
        declaration, reads, count = make(self.random.choice(SCALARS), self.random.randint(300, 900))
        elements = [self.random.choice(reads).format(i=self.random.randrange(count)) for _ in range(READ)]
        return declaration, elements


def compiled(compiler, declaration, elements, folder):
    """The table's bytes, and the elements, as numbers; nothing if it does not compile."""
    program, binary = folder / "table.c", folder / "table"
    prints = "".join(f'printf("%lld ", (long long)({element}));' for element in elements)
    program.write_text(f"{HEAD}{declaration}\nint main(void) {{\n  const unsigned char *p = (const unsigned char *)&t;\n"
                       f'  for (unsigned long i = 0; i < sizeof t; i++) printf("%d ", p[i]);\n  puts("");\n  {prints}\n}}\n')
    if subprocess.run([compiler, "-w", "-o", binary, program], capture_output=True, check=False).returncode != 0:
        return None
    lines = subprocess.run([binary], capture_output=True, text=True, check=True).stdout.splitlines()
    return [list(map(int, line.split())) for line in lines]


def verdict(vouch, text, options, path):
    path.write_text(text)
    result = subprocess.run([vouch, "check", "--property", "assert,bounds", "--timeout", "20", *options, path],
                            capture_output=True, text=True, check=False)
    return {0: "safe", 1: "violated", 3: "unknown"}.get(result.returncode, "error")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the program")
    parser.add_argument("--programs", type=int, default=20, help="how many tables (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="where to begin (default: 1)")
    parser.add_argument("--compiler", default="cc", help="what says what is true (default: cc)")
    parser.add_argument("--folder", type=pathlib.Path, help="for programs with contradictions")
    options = parser.parse_args()
    wrong = proved = unread = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for seed in range(options.seed, options.seed + options.programs):
            generator = Generator(seed)
            declaration, elements = generator.table()
            known = compiled(options.compiler, declaration, elements, folder)
            if known is None:
                unread += 1
                continue
            table_bytes, values = known
            place = generator.random.randrange(len(table_bytes))
            start = f"{HEAD}{declaration}\nint main(void) {{\n  const unsigned char *p = (const unsigned char *)&t;\n"
            checked = sorted(zip(elements, values), key=lambda read: read[1] == 0)[:CHECKED]
            right = "".join(f"  assert((long long)({element}) == {value}ll);\n" for element, value in checked)
            right += f"  assert(p[{place}] == {table_bytes[place]});\n"
            false = f"  assert(p[{place}] != {table_bytes[place]});\n"
            for preset in PRESETS:
                for text, contradiction in ((start + right + "}\n", "violated"), (start + false + "}\n", "safe")):
                    answer = verdict(options.vouch, text, preset, folder / "program.c")
                    proved += answer == "safe"
                    if answer in (contradiction, "error"):
                        wrong += 1
                        print(f"seed {seed}, {' '.join(preset) or 'default'}: {answer}", file=sys.stderr)
                        if options.folder:
                            options.folder.mkdir(parents=True, exist_ok=True)
                            (options.folder / f"table_{seed}_{contradiction}.c").write_text(text)
    print(f"{options.programs - unread} tables, {proved} proofs, {wrong} wrong")
    return 1 if wrong or proved == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
