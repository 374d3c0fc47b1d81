"""A function under test: what it remembers, what it writes, and what it claims."""

import collections
import dataclasses

from library_parts import Function, Place, declared, element_of, family_of
from library_surroundings import Surroundings
from reachable_places import Reach


class FunctionMaker:
    """Makes one function: it looks for null, remembers what is in one place, writes to others, and asserts that the one has not changed."""

    def __init__(self, surroundings: Surroundings, name: str):
        self.surroundings = surroundings
        self.choose = surroundings.choose
        self.name = name
        self.reach = Reach(surroundings)
        self.places = self.reach.places
        self.guards: list[str] = []
        self.lines: list[str] = []
        self.claims: list[str] = []
        self.locals = 0
        self.may_leave_null = False  # in a pointer of which no later claim can need what it leads to

    def make(self) -> Function | None:
        """None if no two places of a type are in reach."""
        pairs = self._pairs()
        if not pairs:
            return None
        claims = self.choose.choice([1, 1, 2])
        for number in range(claims):
            self.may_leave_null = number == claims - 1
            self._add_claim(*self._choose_pair(pairs))
        result = "own" if self.reach.result != "int" else "1"
        lines = [*self.reach.declarations, *self._checks(), *self.lines, f"return {result};"]
        function = Function(self.name, tuple(self.reach.parameters), self.reach.result, "", tuple(self.claims))
        text = f"{function.prototype()} {{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"
        return dataclasses.replace(function, text=text)

    def _pairs(self) -> dict[tuple[str, str], list[tuple[Place, Place]]]:
        """What is to be kept and what is to be written, by where the ways there begin."""
        pairs = collections.defaultdict(list)
        for kept in self.places:
            for rival in self.places:
                is_pair = rival.is_writable and not kept.is_root and kept.text != rival.text
                leads_there = rival.text in kept.guards and bool(self._values_of_type(rival))
                if is_pair and (leads_there or self._may_overlap(kept, rival)):
                    pairs[kept.root, rival.root].append((kept, rival))
        return pairs

    @staticmethod
    def _may_overlap(kept: Place, rival: Place) -> bool:
        return kept.family == rival.family or (kept.form.startswith("strlen") and rival.family == "char")

    def _choose_pair(self, pairs: dict) -> tuple[Place, Place]:
        """Different beginnings are preferred, and no beginning because much is behind it."""
        different = [roots for roots in pairs if roots[0] != roots[1]]
        roots = self.choose.choice(different if different and self.choose.random() < 0.9 else list(pairs))
        return self.choose.choice(pairs[roots])

    def _need(self, place: Place) -> Place:
        self.guards += [guard for guard in place.guards if guard not in self.guards]
        return place

    def _local(self, c_type: str, value: str, word: str) -> str:
        self.locals += 1
        name = f"{word}{self.locals}"
        self.lines.append(f"{declared(c_type, name)} = {value};")
        return name

    def _constant(self, family: str, other_than: str = "") -> str:
        return self.choose.choice([c for c in ({"char": ["'x'", "'y'", "'a'", "0"]}.get(family, ["0", "1", "2", "3"])) if c != other_than])

    def _value_for(self, place: Place, other_than: str = "") -> str:
        if not place.c_type.endswith("*"):
            return self._constant(place.family, other_than)
        values = [other for other in self._values_of_type(place) if other.text != other_than] or self._values_of_type(place)
        # A pointer that the function goes on with should not be null.
        is_followed = place.text in self.guards
        if not is_followed and self.may_leave_null and (not values or self.choose.random() < 0.3):
            return "0"
        if not values:
            return place.text
        value = self.choose.choice(values)
        self._need(value)
        if (is_followed or not self.may_leave_null) and value.text not in self.guards:
            self.guards.append(value.text)
        return value.text

    def _values_of_type(self, place: Place) -> list[Place]:
        return [other for other in self.places if other.c_type == place.c_type and other.text != place.text]

    def _add_claim(self, kept: Place, rival: Place):
        self._need(kept)
        self._need(rival)
        kept = self._held(kept)
        rival = self._held(rival)
        if kept.c_type.endswith("*") and self.choose.random() < 0.3:
            self._claim_apart(kept, rival)
            return
        if self.choose.random() < 0.1:
            self._leave_if_same(kept, rival)
        expected = self._remember(kept)
        written = [self._need(self._other_target(rival))] if self.choose.random() < 0.25 else []
        written.append(rival)
        for place in written:
            self._disturb(place, expected)
        condition = f"{kept.text} == {expected}"
        if self.choose.random() < 0.12 and kept.pointer and rival.pointer:
            condition += f" || {self._same(kept, rival)}"
        self._assert(condition, kept, written)

    def _assert(self, condition: str, kept: Place, others: list[Place]):
        self.lines.append(f"assert({condition});")
        self.claims.append(f"{kept.family}: {kept.origin} / {', '.join(other.origin for other in others)}")

    def _held(self, place: Place) -> Place:
        """Sometimes the pointer is in a variable, so that the place stays the same whatever is written."""
        if place.pointer and not place.number and not place.pointer.isidentifier() and self.choose.random() < 0.25:
            return dataclasses.replace(place, pointer=self._local(place.pointer_type, place.pointer, "held"))
        return place

    @staticmethod
    def _same(kept: Place, rival: Place) -> str:
        return f"(const void *){kept.pointer} == (const void *){rival.pointer}"

    def _leave_if_same(self, kept: Place, rival: Place):
        if kept.pointer and rival.pointer and kept.pointer != rival.pointer:
            self.lines.append(f"if ({self._same(kept, rival)}) return 0;")

    def _claim_apart(self, kept: Place, rival: Place):
        """That a pointer is none of the others. The write in front of it keeps the assertion from being a part of the contract."""
        others = [place for place in self.places if family_of(place.c_type) == kept.family and place.root != kept.root]
        if not others:
            others = [rival]
        other = self._need(self.choose.choice(others))
        self._disturb(rival, "")
        self._need(dataclasses.replace(kept, guards=(*kept.guards, kept.text) if not kept.text.startswith("held") else ()))
        self._assert(f"(const void *){kept.text} != (const void *){other.text}", kept, [other])

    def _remember(self, kept: Place) -> str:
        """What the place must be equal to."""
        if kept.is_writable and self.choose.random() < 0.6:
            value = self._value_for(kept)
            self.lines.append(f"{kept.text} = {value};")
            return value
        return self._local(kept.c_type.removeprefix("const ") if not kept.c_type.endswith("*") else kept.c_type, kept.text, "before")

    def _other_target(self, rival: Place) -> Place:
        others = [place for place in self.places if place.is_writable and not place.c_type.endswith("*") and place.text != rival.text]
        return self.choose.choice(others) if others else rival

    def _disturb(self, rival: Place, expected: str):
        ways = [self._write, self._write, self._write]
        if rival.number:
            ways += [self._write_all, self._write_all, self._write_bytes]
        if self._link_of(rival):
            ways += [self._walk]
        if rival.c_type in ("int", "char") and not rival.number:
            ways += [self._put]
        if rival.pointer and self.surroundings.struct_of(element_of(rival.pointer_type)):
            ways += [self._copy_struct]
        if self.choose.random() < 0.15:
            self._write_if(rival, expected)
        else:
            self.choose.choice(ways)(rival, expected)

    def _write(self, rival: Place, expected: str):
        numbers = [place for place in self.places if place.c_type == rival.c_type == "int" and place.text != rival.text]
        if numbers and self.choose.random() < 0.15:
            self.lines.append(f"{rival.text} = {self._need(self.choose.choice(numbers)).text};")
        else:
            self.lines.append(f"{rival.text} = {self._value_for(rival, expected)};")

    def _write_if(self, rival: Place, expected: str):
        place = self._need(self.choose.choice([place for place in self.places if place.c_type != "size_t"]))
        comparison = self.choose.choice(["==", "!=", "!="])
        if place.c_type.endswith("*"):
            other = self._need(self.choose.choice([other for other in self.places if other.family == place.family]))
            condition = f"(const void *){place.text} {comparison} (const void *){other.text}"
        else:
            condition = f"{place.text} {comparison} {self._constant(place.family)}"
        self.lines.append(f"if ({condition}) {rival.text} = {self._value_for(rival, expected)};")

    def _write_all(self, rival: Place, expected: str):
        value = self._value_for(rival, expected)
        self.lines.append(f"for (size_t i = 0; i < {rival.number}; i++) {rival.pointer}[i] = {value};")

    def _write_bytes(self, rival: Place, expected: str):
        value = self.choose.choice(["'x'", "'y'"]) if rival.family == "char" else "0"
        self.lines.append(f"memset({rival.pointer}, {value}, {rival.number} * sizeof *{rival.pointer});")

    def _link_of(self, place: Place) -> str:
        """The member by which one goes on in a list."""
        struct = self.surroundings.struct_of(element_of(place.pointer_type)) if place.c_type == "int" else None
        return next((name for c_type, name in struct.members if c_type == f"struct {struct.name} *"), "") if struct else ""

    def _walk(self, rival: Place, expected: str):
        self.locals += 1
        at, steps, value = f"at{self.locals}", f"steps{self.locals}", self._value_for(rival, expected)
        step = f"{at} = {at}->{self._link_of(rival)}, {steps}++"
        self.lines += [f"int {steps} = 0;",
                       f"for ({declared(rival.pointer_type, at)} = {rival.pointer}; {at} && {steps} < 3; {step})",
                       f"  {rival.form.format(at)} = {value};"]

    def _put(self, rival: Place, expected: str):
        self.lines.append(f"put_{rival.c_type}(&{rival.text}, {self._value_for(rival, expected)});")

    def _copy_struct(self, rival: Place, expected: str):
        others = [place for place in self.places if place.c_type == rival.pointer_type and place.text != rival.pointer]
        if not others or rival.pointer.startswith("got_"):
            self._write(rival, expected)
            return
        other = self._need(self.choose.choice(others))
        self._need(dataclasses.replace(other, guards=(*other.guards, other.text)))
        self.lines.append(f"*{rival.pointer} = *{other.text};")

    def _checks(self) -> list[str]:
        """In front of everything else; locals that hold results of getters are declared before."""
        guards = list(dict.fromkeys(self.guards))
        own = [guard for guard in guards if not guard.startswith("held")]
        if not own:
            return []
        if self.choose.random() < 0.5:
            return [f"if ({' || '.join('!' + guard for guard in own)}) return 0;"]
        return [f"if (!{guard}) return 0;" for guard in own]


def make_function(surroundings: Surroundings, name: str) -> Function:
    while True:
        function = FunctionMaker(surroundings, name).make()
        if function:
            return function
