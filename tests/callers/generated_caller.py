"""Callers of a library that do what docs/assumptions.md says of callers: their objects, their calls, and programs of them."""

import collections
import dataclasses
import random

from generated_library import Library
from library_parts import FILE_BUFFER, Function, Parameter, Setter, Struct, declared, element_of, family_of, pointer_to


@dataclasses.dataclass(frozen=True)
class Object:
    """Of a caller."""
    name: str
    element: str  # its type
    elements: int
    storage: str  # "automatic", "static" or "heap"

    def declaration(self) -> str:
        if self.storage == "heap":
            return f"{declared(pointer_to(self.element), self.name)} = malloc({self.elements} * sizeof *{self.name});"
        # What is filled later must not be read before.
        return f"{'static ' if self.storage == 'static' else ''}{declared(self.element, self.name)}[{self.elements}] = {{0}};"


class Caller:
    """One of the callers of a library: makes objects, calls setters, then functions."""

    def __init__(self, library: Library, seed: str):
        self.library = library
        self.choose = random.Random(seed)
        self.objects: dict[str, list[Object]] = {}
        self.edges: dict[str, list[tuple[str, str]]] = collections.defaultdict(list)  # member and what it leads to
        self.results: list[str] = []  # variables with buffers of the library that its functions have returned
        self.null_share = self.choose.choice([0.0, 0.05, 0.2])
        for c_type in self._pointer_types():
            self._make_objects(family_of(c_type))
        self.fill = [line for family in self.objects.values() for an_object in family for line in self._filling(an_object)]
        self.fill += self._filling_of_variables()
        self.beginning = self._beginning()
        # What a function has written is undone before the next one is called: it would not have to be what callers pass.
        self.calls = [(function.name, self._calling(function)) for function in self._called()]

    def text(self, first: int = 0, end: int | None = None) -> str:
        """With these of its calls only."""
        lines = list(self.beginning)
        for number, (_, call) in enumerate(self.calls[first:end]):
            lines += (self.fill if number > 0 else []) + call
        return "".join(f"  {line}\n" for line in lines)

    def _pointer_types(self) -> list[str]:
        parts = [setter.c_type for setter in self.library.setters]
        parts += [variable.c_type for variable in self.library.variables if variable.c_type.endswith("*")]
        for function in self.library.functions:
            for parameter in function.parameters:
                parts.append(f"{parameter.behind} *" if parameter.behind else
                             parameter.c_type if parameter.c_type.endswith("*") else f"{parameter.c_type} *")
        parts += [f"{variable.c_type} *" for variable in self.library.variables if self.library.struct_of(variable.c_type)]
        return [c_type for c_type in parts if c_type.endswith("*")]

    def _make_objects(self, family: str):
        """And those to which they lead."""
        if family in self.objects:
            return
        choose = self.choose
        self.objects[family] = []
        for _ in range(choose.choices([1, 2, 3], [4, 4, 2])[0]):
            element = element_of(family)
            if element in ("int", "char"):
                element = choose.choice([element, element, "unsigned" if element == "int" else "unsigned char"])
            number = sum(map(len, self.objects.values())) + 1
            self.objects[family].append(Object(f"o{number}", element, choose.choice([1, 1, 2, 3, 4]),
                                               choose.choice(["automatic", "static", "heap"])))
        struct = self.library.struct_of(element_of(family))
        for c_type in [c_type for c_type, _ in struct.members] if struct else [element_of(family)]:
            if c_type.endswith("*"):
                self._make_objects(family_of(c_type))

    def _own_object(self, family: str) -> str:
        """One of its own, or null."""
        return "0" if self.choose.random() < self.null_share else self.choose.choice(self.objects[family]).name

    def _any_object(self, family: str) -> str:
        """Also one of the library's."""
        theirs = [expression for expression, c_type, _ in self.library.file_objects() if family_of(c_type) == family]
        if family == "char *":
            theirs += self.results
        return self.choose.choice(theirs) if theirs and self.choose.random() < 0.4 else self._own_object(family)

    def _filling(self, an_object: Object) -> list[str]:
        lines = []
        for i in range(an_object.elements):
            place = f"{an_object.name}[{i}]"
            if family_of(an_object.element) == "char":
                is_end = i == an_object.elements - 1 or self.choose.random() < 0.15
                lines.append(f"{place} = {0 if is_end else self._character()};")
            else:
                lines += self._filling_of(place, an_object.element, an_object.name if i == 0 else "")
        return lines

    def _character(self) -> str:
        return self.choose.choice(["'a'", "'b'", "'x'", "'y'"])

    def _filling_of(self, place: str, c_type: str, name: str) -> list[str]:
        """`name`: that of the object, if it is the first element, to which pointers lead."""
        struct = self.library.struct_of(c_type)
        if not struct:
            return [f"{place} = {self._content(c_type, name, '*')};"]
        if struct.sized:
            return self._filling_of_sized(place, struct, name)
        return [f"{place}.{member} = {self._content(member_type, name, '->' + member)};" for member_type, member in struct.members]

    def _content(self, c_type: str, name: str, member: str) -> str:
        if not c_type.endswith("*"):
            return str(self.choose.randint(0, 3))
        target = self._own_object(family_of(c_type))
        self._add_edge(name, member, target)
        return self._converted(c_type, target)

    def _add_edge(self, name: str, member: str, target: str):
        if name and target != "0":
            self.edges[name].append((member, target))

    def _filling_of_sized(self, place: str, struct: Struct, name: str) -> list[str]:
        c_type, pointer = struct.members[0]
        target = self._own_object(family_of(c_type))
        self._add_edge(name, f"->{pointer}", target)
        room = next((an_object.elements for an_object in self.objects[family_of(c_type)] if an_object.name == target), 0)
        numbers = [room] if len(struct.members) == 2 else [self.choose.randint(0, room), room]
        return [f"{place}.{pointer} = {self._converted(c_type, target)};",
                *(f"{place}.{member[1]} = {number};" for member, number in zip(struct.members[1:], numbers))]

    def _filling_of_variables(self) -> list[str]:
        """Those of the library that are visible. Buffers, also those that getters return, end where they end."""
        lines = []
        for variable in self.library.variables:
            if not variable.is_visible:
                continue
            if variable.c_type.endswith("*"):
                target = self._any_object(family_of(variable.c_type))
                self.edges["variables"].append((variable.name, target))
                lines.append(f"{variable.name} = {self._converted(variable.c_type, target)};")
            elif variable.c_type != "char" and not variable.elements:
                lines += self._filling_of(variable.name, variable.c_type, f"&{variable.name}")
        return lines + [f"({expression})[{elements - 1}] = 0;" for expression, c_type, elements in self.library.file_objects()
                        if c_type == "char *"]

    def _converted(self, c_type: str, target: str) -> str:
        plain = next((an_object for family in self.objects.values() for an_object in family if an_object.name == target), None)
        return f"({c_type}){target}" if plain and pointer_to(plain.element) != c_type.removeprefix("const ") else target

    def _beginning(self) -> list[str]:
        """What is in front of the calls."""
        lines = [an_object.declaration() for family in self.objects.values() for an_object in family] + self.fill
        setters = [setter for setter in self.library.setters if self.choose.random() < 0.9]
        self.choose.shuffle(setters)
        return lines + [self._setting(setter) for setter in setters]

    def _called(self) -> list[Function]:
        functions = list(self.library.functions)
        self.choose.shuffle(functions)
        again = [function for function in functions if function.result != "int"]
        return [*again, *functions][:4]

    def _setting(self, setter: Setter) -> str:
        if not setter.c_type.endswith("*"):
            return f"{setter.name}({self.choose.randint(0, 3)});"
        family = family_of(setter.c_type)
        target = self._any_object(family) if setter.in_variable else self._own_object(family)
        if target != "0":
            self.edges["variables"].append((setter.target, target))
        return f"{setter.name}({self._converted(setter.c_type, target)});"

    def _calling(self, function: Function) -> list[str]:
        arguments, targets = [], []
        for parameter in function.parameters:
            argument, target = self._argument(parameter)
            arguments += argument
            targets.append((parameter.name, target))
        call = f"{function.name}({', '.join(arguments)})"
        lines = [f"if ({name}) {name}[{FILE_BUFFER - 1}] = 0;" for name in self.results]
        lines += [f"/* {shared} */" for shared in self._shared(targets)] + [f'fputs("call {function.name}\\n", stderr);']
        if function.result == "int":
            return [*lines, f'if ({call}) fputs("end {function.name}\\n", stderr);']
        result = f"result{len(self.results) + 1}"
        self.results.append(result)
        return [*lines, f"{declared(function.result, result)} = {call};", f'if ({result}) fputs("end {function.name}\\n", stderr);']

    def _argument(self, parameter: Parameter) -> tuple[list[str], str]:
        """What is written in the call, and the object that it leads to."""
        if not parameter.c_type.endswith("*"):
            target = self.choose.choice(self.objects[f"{parameter.c_type} *"]).name
            return [f"*{target}"], target
        if parameter.number:
            return self._counted_argument(parameter)
        target = self._any_object(family_of(f"{parameter.behind} *" if parameter.behind else parameter.c_type))
        return [target if parameter.behind else self._converted(parameter.c_type, target)], target

    def _counted_argument(self, parameter: Parameter) -> tuple[list[str], str]:
        family = family_of(parameter.c_type)
        choices = [(an_object.name, an_object.elements) for an_object in self.objects[family]]
        choices += [(expression, elements) for expression, c_type, elements in self.library.file_objects() if family_of(c_type) == family]
        target, elements = ("0", 0) if self.choose.random() < self.null_share else self.choose.choice(choices)
        return [self._converted(parameter.c_type, target), str(elements)], target

    def _shared(self, targets: list[tuple[str, str]]) -> list[str]:
        """For people: the objects to which several ways lead."""
        ways = collections.defaultdict(list)
        pending = [(name, target, 0) for name, target in [*targets, *self.edges["variables"]]]
        while pending:
            way, target, depth = pending.pop(0)
            ways[target].append(way)
            if depth < 2:
                pending += [(f"(*{way})" if member == "*" else way + member, further, depth + 1) for member, further in self.edges[target]]
        return [f"{target}: {', '.join(found)}" for target, found in ways.items() if len(found) > 1 and target != "0"]


def beginning_of_program(library: Library) -> str:
    return "#include <stdio.h>\n#include <stdlib.h>\n" + library.header()


def program_of(library: Library, callers: list[Caller]) -> str:
    """With a `main` that takes the number of the caller."""
    bodies = "".join(f"static int caller{number}(void) {{\n{caller.text()}  return 0;\n}}\n" for number, caller in enumerate(callers))
    cases = "".join(f"  case {number}: return caller{number}();\n" for number in range(len(callers)))
    return (f"{beginning_of_program(library)}{bodies}"
            f"int main(int argc, char **argv) {{\n  switch (atoi(argv[1])) {{\n{cases}  }}\n  return 0;\n}}\n")


def short_programs(library: Library, caller: Caller, calls: int) -> list[str]:
    """Of one caller, up to the call of this number: with that call only, which need not do the same, and with all before it."""
    return [f"{beginning_of_program(library)}int main(void) {{\n{caller.text(first, calls)}  return 0;\n}}\n" for first in (calls - 1, 0)]


def generate(seed: int, callers: int) -> tuple[Library, list[Caller]]:
    library = Library(random.Random(seed))
    return library, [Caller(library, f"{seed} {number}") for number in range(callers)]
