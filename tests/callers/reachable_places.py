"""What a function has in reach: its parameters, variables of the file and results of getters, and all that these lead to."""

from library_parts import FILE_BUFFER, Parameter, Place, declared, element_of, family_of
from library_surroundings import Surroundings


class Reach:
    """Drawn at random. `declarations`: of the locals that some of the places need."""

    def __init__(self, surroundings: Surroundings):
        self.surroundings = surroundings
        self.choose = surroundings.choose
        self.parameters: list[Parameter] = []
        self.places: list[Place] = []
        self.declarations: list[str] = []
        self.result = "int"  # the type of what the function returns
        self._add_parameters()
        self._add_variables()
        self._add_getter_results()
        self._add_own_buffer()

    def _add_parameters(self):
        names = iter(["a", "b", "c", "d"])
        for _ in range(self.choose.choice([0, 1, 1, 2, 2, 2, 2, 3, 3, 3])):
            self._add_parameter(next(names))

    def _add_parameter(self, name: str):
        choose = self.choose
        kind = choose.choices(["pointer", "sized", "value", "void", "double"], [12, 3, 2, 2, 3])[0]
        struct = choose.choice(self.surroundings.structs).type_name()
        related = self._related_types()
        if related and kind == "pointer" and choose.random() < 0.5:
            self._add_pointer(Parameter(choose.choice(related), name))
            return
        if kind == "sized":
            # Each kind has a name of its own, so that nobody can tell which number belongs to which pointer but by where it stands.
            c_type = choose.choice(["unsigned char *", "const unsigned char *", "char *", "int *", "const int *"])
            self._add_pointer(Parameter(c_type, name, number=f"n{len(self.parameters)}" if self.parameters else "n"))
        elif kind == "value":
            self.parameters.append(Parameter(struct, name))
            self._add_members(name, ".", struct, (), name, "by value", True)
        elif kind == "void":
            self.parameters.append(Parameter(choose.choice(["void *", "const void *"]), name, behind=struct))
            const = "const " if self.parameters[-1].c_type.startswith("const") else ""
            self.declarations.append(f"{const}{struct} *{name}_self = {name};")
            self._add_root(f"{name}_self", f"{const}{struct} *", "void parameter")
        elif kind == "double":
            self._add_pointer(Parameter(choose.choice(["int **", f"{struct} **", f"{struct} **"]), name))
        else:
            c_type = self.surroundings.pointer_type()
            is_const = choose.random() < 0.15 and not c_type.startswith("const")
            self._add_pointer(Parameter(f"const {c_type}" if is_const else c_type, name))

    def _related_types(self) -> list[str]:
        """Those of pointers that may lead to what an earlier parameter leads to, or a pointer in that."""
        families = {family_of(parameter.c_type) for parameter in self.parameters}
        structs = [self.surroundings.struct_of(element_of(parameter.c_type)) for parameter in self.parameters]
        families |= {family_of(c_type) for struct in structs if struct for c_type, _ in struct.members if c_type.endswith("*")}
        numbers = ["int *", "unsigned *", "const int *"] if "int *" in families else []
        characters = ["char *", "const char *", "const char *", "unsigned char *"] if "char *" in families else []
        return numbers + characters + 2 * sorted(family for family in families if family.startswith("struct") and family.endswith(" *"))

    def _add_pointer(self, parameter: Parameter):
        self.parameters.append(parameter)
        kind = "string parameter" if parameter.c_type == "const char *" else "parameter"
        self._add_root(parameter.name, parameter.c_type, kind, parameter.number)

    def _add_variables(self):
        for variable in self.surroundings.variables:
            if self.choose.random() < 0.3:
                continue
            if variable.c_type.endswith("*"):
                self._add_root(variable.name, variable.c_type, "stored pointer")
                self.places.append(Place(variable.name, "", "", variable.c_type, (), variable.name, "variable of the file"))
            elif variable.elements:
                place = Place("{}[0]", variable.name, f"{variable.c_type} *", variable.c_type, (), variable.name, "variable of the file")
                self.places.append(place)
            elif self.surroundings.struct_of(variable.c_type):
                self._add_members(variable.name, ".", variable.c_type, (), variable.name, "variable of the file", True)
            else:
                self.places.append(Place(variable.name, "", "", variable.c_type, (), variable.name, "variable of the file"))

    def _add_getter_results(self):
        for getter in self.surroundings.getters:
            if self.choose.random() < 0.3:
                name = f"got_{getter.name.removeprefix('get_')}"
                self.declarations.append(f"{declared(getter.c_type, name)} = {getter.name}();")
                self._add_root(name, getter.c_type, "result of a getter")

    def _add_own_buffer(self):
        """A static one, which the function returns."""
        if self.choose.random() < 0.12 and any(family_of(parameter.c_type) == "char *" for parameter in self.parameters):
            self.result = "char *"
            self.declarations.append(f"static char own[{FILE_BUFFER}];")
            self.places += 2 * [Place("{}[0]", "own", "char *", "char", (), "own", "static buffer")]

    def _add_root(self, name: str, c_type: str, origin: str, number: str = ""):
        self.places.append(Place(name, "", "", c_type, (name,), name, origin, is_writable=False, is_root=True))
        self._add_behind(name, c_type, (), name, origin, 3, number)

    def _add_behind(self, pointer: str, c_type: str, guards: tuple, root: str, origin: str, depth: int, number: str = ""):
        """What the pointer leads to, and what that leads to."""
        guards = (*guards, pointer)
        element = element_of(c_type)
        is_writable = not c_type.startswith("const ")
        struct = self.surroundings.struct_of(element)
        deeper = origin if origin.startswith("inside") else f"inside {origin}"
        if struct:
            self._add_members(pointer, "->", element, guards, root, origin, is_writable, depth)
        elif element.endswith("*"):
            self.places.append(Place("*{}", pointer, c_type, element, guards, root, origin))
            self._add_behind(f"(*{pointer})", element, guards, root, deeper, depth - 1)
        elif number:
            for form in ("{}[0]", f"{{}}[{number} - 1]"):
                self.places.append(Place(form, pointer, c_type, element, (*guards, number), root, origin, is_writable, number=number))
        elif family_of(element) == "char":
            self.places.append(Place("{}[0]", pointer, c_type, element, guards, root, origin, is_writable))
            if c_type == "const char *":
                self.places.append(Place("strlen({})", pointer, c_type, "size_t", guards, root, origin, False))
        else:
            self.places.append(Place("*{}", pointer, c_type, element, guards, root, origin, is_writable))

    def _add_members(self, base: str, access: str, c_type: str, guards: tuple, root: str, origin: str, is_writable: bool, depth: int = 3):
        struct = self.surroundings.struct_of(c_type)
        deeper = origin if origin.startswith("inside") or origin == "by value" else f"inside {origin}"
        for member_type, member in struct.members:
            pointer_type = f"{c_type} *" if access == "->" else ""
            form = f"{{}}->{member}" if access == "->" else f"{base}.{member}"
            text = f"{base}{access}{member}"
            if not member_type.endswith("*"):
                if member != "capacity":
                    self.places.append(Place(form, base if pointer_type else "", pointer_type, member_type, guards, root, origin,
                                             is_writable and member_type == "int"))
                continue
            if struct.sized:
                self._add_elements(text, member_type, (*guards, text, f"{base}{access}{struct.members[1][1]}"), root, deeper)
                continue
            # Variables of the file get pointers from setters only: those never lead to what the file has of its own.
            can_set = is_writable and (access == "->" and origin != "result of a getter")
            self.places.append(Place(form, base if pointer_type else "", pointer_type, member_type, guards, root, origin, can_set))
            if depth > 1:
                self._add_behind(text, member_type, guards, root, deeper, depth - 1)

    def _add_elements(self, pointer: str, c_type: str, guards: tuple, root: str, origin: str):
        self.places.append(Place("{}[0]", pointer, c_type, element_of(c_type), guards, root, origin))
