"""What a library has around the functions that are under test: structs, variables, and functions that set or hand out these."""

import random

from library_parts import FILE_BUFFER, Getter, Setter, Struct, Variable, family_of


class Surroundings:
    """Drawn at random."""

    def __init__(self, choose: random.Random):
        self.choose = choose
        self.structs = self._make_structs()
        self.variables: list[Variable] = []
        self.setters: list[Setter] = []
        self.getters: list[Getter] = []
        self._add_stored_pointers()
        self._add_own_objects()

    def struct_of(self, c_type: str) -> Struct | None:
        name = family_of(c_type)
        return next((struct for struct in self.structs if struct.type_name() == name), None)

    def _make_structs(self) -> list[Struct]:
        choose = self.choose
        structs = []
        for name in choose.sample(["item", "node", "pair"], choose.choice([1, 2, 2])):
            members = [("int", "v")] + ([("int", "w")] if choose.random() < 0.3 else [])
            pointers = [(f"struct {name} *", "next"), ("int *", "where"), ("int *", "from"), ("const char *", "name"), ("char *", "text")]
            pointers += [(f"struct {other.name} *", "s") for other in structs] + [(f"struct {other.name} *", "t") for other in structs]
            chosen = choose.sample(pointers, choose.randint(1, 3))
            if structs and pointers[-1] not in chosen and choose.random() < 0.6:
                chosen[0] = pointers[-1]
            structs.append(Struct(name, tuple(members + chosen)))
        if choose.random() < 0.4:
            structs.append(choose.choice([
                Struct("buffer", (("char *", "data"), ("size_t", "length"), ("size_t", "capacity")), sized=True),
                Struct("list", (("int *", "items"), ("size_t", "count")), sized=True)]))
        return structs

    def pointer_type(self) -> str:
        """For a parameter or a variable."""
        structs = [f"struct {self.choose.choice(self.structs).name} *"]
        return self.choose.choice(["int *", "int *", "unsigned *", "char *", "const char *", *3 * structs])

    def _add_stored_pointers(self):
        for name in self.choose.sample(["kept", "current", "saved"], self.choose.choice([0, 1, 1, 2])):
            c_type = self.pointer_type()
            variable = Variable(name, c_type, self.choose.random() < 0.3)
            self.variables.append(variable)
            if not variable.is_visible:
                self.setters.append(Setter(f"set_{name}", c_type, name, True))

    def _add_own_objects(self):
        kinds = ["number", "table", "text", "struct", "slot", "line", "cell", "mode"]
        for kind in self.choose.sample(kinds, self.choose.choice([0, 1, 1, 2])):
            getattr(self, f"_add_{kind}")()

    def _add_object(self, name: str, c_type: str, elements: int):
        """A variable, which is visible or has a getter."""
        variable = Variable(name, c_type, self.choose.random() < 0.5, elements)
        self.variables.append(variable)
        if not variable.is_visible:
            address = name if elements else f"&{name}"
            self.getters.append(Getter(f"get_{name}", f"{c_type} *", max(elements, 1), f"return {address};"))

    def _add_number(self):
        self._add_object("number", self.choose.choice(["int", "unsigned"]), 0)

    def _add_table(self):
        self._add_object("table", "int", self.choose.randint(2, 4))

    def _add_text(self):
        self._add_object("text", "char", FILE_BUFFER)

    def _add_struct(self):
        struct = self.choose.choice([struct for struct in self.structs if not struct.sized])
        self._add_object("root", struct.type_name(), 0)
        if not self.variables[-1].is_visible:
            self.setters += [Setter(f"set_root_{name}", c_type, f"root.{name}", False)
                             for c_type, name in struct.members if c_type.endswith("*")]

    def _add_slot(self):
        self.getters.append(Getter("get_slot", "int *", 1, "static int slot; return &slot;"))

    def _add_line(self):
        self.getters.append(Getter("get_line", "char *", FILE_BUFFER, f"static char line[{FILE_BUFFER}]; return line;"))

    def _add_mode(self):
        self.variables.append(Variable("mode", "int", False))
        self.setters.append(Setter("set_mode", "int", "mode", True))

    def _add_cell(self):
        struct = self.choose.choice([struct for struct in self.structs if not struct.sized])
        self.getters.append(Getter("get_cell", f"struct {struct.name} *", 1, f"static struct {struct.name} cell; return &cell;"))

    def file_objects(self) -> list[tuple[str, str, int]]:
        """Of which callers can have the address: an expression, its type, the number of elements."""
        visible = [(variable.name if variable.elements else f"&{variable.name}", f"{variable.c_type} *", max(variable.elements, 1))
                   for variable in self.variables if variable.is_visible and not variable.c_type.endswith("*")]
        return visible + [(f"{getter.name}()", getter.c_type, getter.elements) for getter in self.getters]
