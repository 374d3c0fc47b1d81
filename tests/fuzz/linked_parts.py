"""What programs of several files are made of, for linked_programs.py: whatever is decided where files come together, or by the
flags with which one of them is compiled."""

import dataclasses
import random


@dataclasses.dataclass
class Part:
    """Text for two files, and an expression over `n`, an int from 0 to 7, for the first one. `#` stands for the part's number."""
    main: str
    other: str
    value: str
    main_flags: tuple[str, ...] = ()
    other_flags: tuple[str, ...] = ()

    def numbered(self, number: int) -> "Part":
        fill = lambda text: text.replace("#", str(number)).replace("@@", "#")
        return dataclasses.replace(self, main=fill(self.main), other=fill(self.other), value=fill(self.value))


WEAK = "__attribute__((weak))"


def weak_function(choose: random.Random) -> Part:
    elsewhere = choose.choice(["int f#(int n) { return n + 3; }", f"{WEAK} int f#(int n) {{ return n + 3; }}", ""])
    # Two weak definitions: the first file's counts.
    return Part(f"{WEAK} int f#(int n) {{ return n + 1; }}", elsewhere, "f#(n)")


def strong_here(choose: random.Random) -> Part:
    return Part("int f#(int n) { return n + 2; }\nint g#(int n);",
                f"{WEAK} int f#(int n) {{ return n + 5; }}\nint g#(int n) {{ return f#(n) * 2; }}",
                choose.choice(["f#(n)", "g#(n)"]))


def undefined_weak(choose: random.Random) -> Part:
    elsewhere = choose.choice(["int f#(int n) { return n * 2; }", ""])
    return Part(f"extern {WEAK} int f#(int n);", elsewhere, choose.choice(["(f# ? f#(n) : 7)", "(f# != 0)", "(!f# + n)"]))


def undefined_weak_variable(choose: random.Random) -> Part:
    elsewhere = choose.choice(["int v# = 4;", ""])
    return Part(f"extern {WEAK} int v#;", elsewhere, choose.choice(["(&v# ? v# : 9)", "(&v# == 0)"]))


def weak_variable(choose: random.Random) -> Part:
    return Part(f"{WEAK} int v# = 3;\nint g#(void);",
                choose.choice(["int v# = 5;", "extern int v#;"]) + "\nint g#(void) { return v#; }",
                choose.choice(["v#", "g#()", "(v# += n, g#())"]))


def common_variable(choose: random.Random) -> Part:
    return Part("int v#;\nint g#(void);", choose.choice(["int v# = 6;", "int v#;", "extern int v#;"]) + "\nint g#(void) { return v#++; }",
                choose.choice(["v#", "(g#(), v#)", "(v# = n, g#() + v#)"]), ("-fcommon",), ("-fcommon",))


def static_of_one_name(choose: random.Random) -> Part:
    return Part("static int v# = 1;\nstatic int h#(int n) { return n + v#; }\nint g#(int n);",
                "static int v# = 2;\nstatic int h#(int n) { return n * v#; }\nint g#(int n) { v#++; return h#(n); }",
                choose.choice(["(h#(n) - g#(n))", "g#(n)", "(g#(1), h#(n))"]))


def constructor(choose: random.Random) -> Part:
    order = choose.choice([("", ""), ("(102)", "(103)"), ("(104)", "(101)")])
    return Part("int v# = 2;\n" + f"__attribute__((constructor{order[0]})) static void c#(void) {{ v# = v# * 3 + 1; }}\nint g#(void);"
                if order[0] else "int v# = 2;\nint g#(void);",
                f"extern int v#;\n__attribute__((constructor{order[1]})) static void d#(void) {{ v# += 5; }}\nint g#(void) {{ return v#; }}",
                choose.choice(["v#", "g#()", "(v# + n)"]))


def own_library_function(choose: random.Random) -> Part:
    name, parameters, body, call = choose.choice([
        ("close", "struct w# *w", "return w->x + 2;", "close(&w#)"),
        ("remove", "struct w# *w", "return w->x++;", "(remove(&w#), w#.x)"),
        ("listen", "int n, int m", "return n * m;", "listen(n, 3)"),
        ("access", "int n, int m", "return n - m;", "access(n, 2)"),
        ("kill", "struct w# *w, int n", "w->x = n; return 0;", "(kill(&w#, n), w#.x)")])
    # The name is this number's: only one part of a program may define it.
    return Part(f"struct w# {{ int x; }};\nint {name}({parameters});\nstruct w# w# = {{4}};",
                f"struct w# {{ int x; }};\nint {name}({parameters}) {{ {body} }}", call)


def table(choose: random.Random) -> Part:
    return Part("struct o# { int (*get)(int); void (*set)(int); };\nextern const struct o# o#;\nconst struct o# *p#(int n);",
                "struct o# { int (*get)(int); void (*set)(int); };\nstatic int v#;\nstatic int get#(int n) { return v# + n; }\n"
                "static void set#(int n) { v# = n; }\nstatic int get2#(int n) { return n; }\nconst struct o# o# = {get#, set#};\n"
                "static const struct o# q# = {get2#, set#};\nconst struct o# *p#(int n) { return n > 4 ? &q# : &o#; }",
                choose.choice(["o#.get(n)", "(o#.set(n), o#.get(1))", "p#(n)->get(2)", "(o#.set(3), p#(n)->get(n))"]))


def array_of_unknown_length(choose: random.Random) -> Part:
    return Part("extern int a#[];\nextern const char t#[];", 'int a#[8] = {1, 2, 3, [6] = 9};\nconst char t#[] = "linked";',
                choose.choice(["a#[n]", "(a#[n] += 2)", "t#[n & 3]", "(&a#[n] - a#)"]))


def alias(choose: random.Random) -> Part:
    kind = choose.choice(["alias", "weak, alias"])
    return Part("int g#(int n);", f'int f#(int n) {{ return n ^ 3; }}\nint g#(int n) __attribute__(({kind}("f#")));', "g#(n)")


def inline_function(choose: random.Random) -> Part:
    return Part("inline int f#(int n) { return n + 1; }\nint g#(int n);",
                "extern inline int f#(int n) { return n + 1; }\nint g#(int n) { return f#(n) * 2; }", choose.choice(["f#(n)", "g#(n)"]))


def sign_of_char(choose: random.Random) -> Part:
    flags = choose.choice([("-funsigned-char",), ("-fsigned-char",), ("-fno-signed-char",), ()])
    return Part("int g#(int n);\nint h#(int n) { char c = n * 40; return c; }", "int g#(int n) { char c = n * 40; return c; }",
                choose.choice(["g#(n)", "(g#(n) - h#(n))", "(g#(n) < 0)"]), (), flags)


def wrapping(choose: random.Random) -> Part:
    flag = choose.choice(["-fwrapv", "-fno-strict-overflow"])
    return Part("int g#(int n);", "int g#(int n) { int x = 2147483640 + n; int y = x + 3; return " +
                choose.choice(["y > x;", "y < 0;", "(y & 7) + (x - y < 0);"]) + " }", "g#(n)", (), (flag,))


def macro(choose: random.Random) -> Part:
    return Part("@@ifndef V#\n@@define V# 2\n@@endif\nint g#(int n);\nint h#(int n) { return n + V#; }",
                "@@ifndef V#\n@@define V# 5\n@@endif\nint g#(int n) { return n * V#; }", choose.choice(["g#(n)", "h#(n)"]), (),
                choose.choice([(), ("-DV#=3",)]))


def optimisation(choose: random.Random) -> Part:
    return Part("int g#(void);\n", "int g#(void) { return sizeof(enum e# { A# }) + sizeof(L'x'); }", "g#()", (),
                choose.choice([(), ("-fshort-enums",), ("-fshort-wchar",)]))


def failing_call(choose: random.Random) -> Part:
    return Part("@@include <errno.h>\n@@include <unistd.h>\nint g#(int n);",
                "@@include <errno.h>\n@@include <unistd.h>\nint g#(int n) { errno = 0; if (n < 4) return close(-1 - n); return 0; }",
                choose.choice(["(g#(n) == -1 ? errno != 0 : 1)", "(errno = n, errno + 1)", "(g#(n) == -1 && errno == 0)"]))


def tentative(choose: random.Random) -> Part:
    return Part("static int v#;\nstatic int v# = 4;\nint *p# = &v#;\nint g#(int n);",
                "extern int *p#;\nint g#(int n) { *p# += n; return *p#; }", choose.choice(["g#(n)", "(g#(n), v#)"]))


PARTS = [weak_function, strong_here, undefined_weak, undefined_weak_variable, weak_variable, common_variable, static_of_one_name,
         constructor, own_library_function, table, array_of_unknown_length, alias, inline_function, sign_of_char, wrapping, macro,
         optimisation, failing_call, tentative]
ALONE = {own_library_function, failing_call}  # not twice in a program, nor together: they define or call close


def choose_parts(choose: random.Random) -> list[Part]:
    count = choose.choice([1, 1, 2, 2, 3])
    chosen = []
    for maker in choose.sample(PARTS, count):
        if maker not in ALONE or not ALONE.intersection(chosen):
            chosen.append(maker)
    return [maker(choose).numbered(number) for number, maker in enumerate(chosen)]
