#!/usr/bin/env python3
"""Writes programs in which few variables have few values and others have many, for tables of thresholds (see README.md).

  threshold_programs.py FOLDER

After G. Theoduloz, EPFL thesis 4781, 2010, table 4.1 (a): what its programs are about, in programs of our own.

  machine               a command decides which state comes next; then a loop that an input bounds      (ex1)
  machine_bounded       the same, the loop bounded by a number                                          (ex2)
  machine_N             no loop behind it, and N machines one after the other, for N = 1, 2, 4, 8        (ex3_N)
  sum_N                 a sum of N numbers, for N = 100, 200                                             (loop1, loop2)
  square                a square by additions                                                           (square)

Each begins with the comments of an annotated program, so that preset_table.py can run them. All of them are safe.
"""

import pathlib
import sys

HEADER = """// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int read_command(void) {
  if (__VERIFIER_nondet_int()) {
    return 177;
  }
  return __VERIFIER_nondet_int() ? 78 : 80;
}
int main(void) {
"""

# Until the machine stops: state 4 is reached by the command 78 or, if something else came first, by 79.
MACHINE = """  int state{0} = 0, granted{0} = 0;
  int command{0} = read_command();
  while (1) {{
    if (state{0} == 0) {{
      state{0} = command{0} == 177 ? 1 : 2;
    }} else if (state{0} == 1) {{
      if (command{0} == 177) {{
        state{0} = 3;
        command{0} = read_command();
      }} else {{
        state{0} = 0;
      }}
    }} else if (state{0} == 2) {{
      assert(command{0} != 177);
      command{0} = 79;
      state{0} = 4;
    }} else if (state{0} == 3) {{
      if (command{0} == 78) {{
        state{0} = 4;
        granted{0} = 1;
      }} else {{
        state{0} = 0;
        command{0} = read_command();
      }}
    }} else {{
      assert(command{0} == (granted{0} ? 78 : 79));
      break;
    }}
  }}
"""

LOOP = """  int position = command0;
  while (position < {0}) {{
    position++;
  }}
  assert(position >= {0});
"""


def program(body: str) -> str:
    return HEADER + body + "  return 0;\n}\n"


def sum_of(count: int) -> str:
    return program(f"""  int sum = 0;
  for (int i = 0; i < {count}; i++) {{
    sum += i;
  }}
  assert(sum == {count * (count - 1) // 2});
""")


def programs() -> dict:
    one = MACHINE.format(0)
    result = {
        "machine": program("  int length = __VERIFIER_nondet_int();\n" + one + LOOP.format("length")),
        "machine_bounded": program(one + LOOP.format(600)),
        "square": program("""  int side = 7, square = 0;
  for (int i = 0; i < side; i++) {
    square += side;
  }
  assert(square == side * side);
"""),
    }
    for count in (1, 2, 4, 8):
        result[f"machine_{count}"] = program("".join(MACHINE.format(i) for i in range(count)))
    for count in (100, 200):
        result[f"sum_{count}"] = sum_of(count)
    return result


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in programs().items():
        (folder / f"{name}.c").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
