"""The words in which the others speak of a library: types, structs, variables, setters, getters, parameters, places, functions."""

import dataclasses

FILE_BUFFER = 8  # characters in each buffer of a library

# Types are written as in C, without names: "int *", "const char *", "struct item **".


def declared(c_type: str, name: str) -> str:
    return c_type + name if c_type.endswith("*") else f"{c_type} {name}"


def element_of(c_type: str) -> str:
    return c_type.removesuffix("*").strip()


def pointer_to(c_type: str) -> str:
    return c_type + ("*" if c_type.endswith("*") else " *")


def family_of(c_type: str) -> str:
    """Objects of one family may be accessed through pointers to any type of it."""
    return " ".join(word for word in c_type.replace("unsigned char", "char").replace("unsigned", "int").split() if word != "const")


@dataclasses.dataclass(frozen=True)
class Struct:
    """`sized`: its only pointer, and the number of elements behind it, come first, as with a buffer."""
    name: str
    members: tuple[tuple[str, str], ...]  # type and name
    sized: bool = False

    def definition(self) -> str:
        return f"struct {self.name} {{ " + "".join(declared(*member) + "; " for member in self.members) + "};"

    def type_name(self) -> str:
        return f"struct {self.name}"


@dataclasses.dataclass(frozen=True)
class Variable:
    """Of the library, outside of functions."""
    name: str
    c_type: str
    is_visible: bool
    elements: int = 0  # of an array; 0 if it is none

    def declaration(self) -> str:
        return declared(self.c_type, self.name) + (f"[{self.elements}]" if self.elements else "") + ";"

    def definition(self) -> str:
        return ("" if self.is_visible else "static ") + self.declaration()


@dataclasses.dataclass(frozen=True)
class Setter:
    """Keeps its argument in a variable of the file, or in a member of one."""
    name: str
    c_type: str
    target: str
    in_variable: bool  # and not in a member

    def prototype(self) -> str:
        return f"void {self.name}({declared(self.c_type, 'passed')})"

    def text(self) -> str:
        return f"{self.prototype()} {{ {self.target} = passed; }}\n"


@dataclasses.dataclass(frozen=True)
class Getter:
    """Returns the address of a variable of the file, or of a static variable of its own."""
    name: str
    c_type: str  # of the result
    elements: int
    body: str

    def prototype(self) -> str:
        return f"{declared(self.c_type, self.name)}(void)"

    def text(self) -> str:
        return f"{self.prototype()} {{ {self.body} }}\n"


@dataclasses.dataclass(frozen=True)
class Parameter:
    """`number`: the parameter behind it that says how many elements there are; `behind`: the struct that a void pointer leads to."""
    c_type: str
    name: str
    number: str = ""
    behind: str = ""

    def declaration(self) -> str:
        return declared(self.c_type, self.name) + (f", size_t {self.number}" if self.number else "")


@dataclasses.dataclass(frozen=True)
class Place:
    """Something that can be read. Where `guards` are not zero that is defined."""
    form: str  # with {} for the pointer
    pointer: str  # empty if the place is a variable
    pointer_type: str
    c_type: str
    guards: tuple[str, ...]
    root: str
    origin: str  # for people: what kind of pointer leads there
    is_writable: bool = True
    is_root: bool = False
    number: str = ""  # of elements behind the pointer, if that is a parameter

    @property
    def text(self) -> str:
        return self.form.format(self.pointer)

    @property
    def family(self) -> str:
        return family_of(self.c_type)


@dataclasses.dataclass(frozen=True)
class Function:
    """Under test. `claims`: for each assertion, what kinds of pointers lead to what must not change and to what is written."""
    name: str
    parameters: tuple[Parameter, ...]
    result: str
    text: str
    claims: tuple[str, ...]

    def prototype(self) -> str:
        inner = ", ".join(parameter.declaration() for parameter in self.parameters) or "void"
        return f"{declared(self.result, self.name)}({inner})"
