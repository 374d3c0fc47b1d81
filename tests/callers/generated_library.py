"""A library: the file that is verified, its header, and which of its lines claim what."""

import random

from generated_function import make_function
from library_surroundings import Surroundings


class Library(Surroundings):
    """Drawn at random: a few functions, and what is around them."""

    def __init__(self, choose: random.Random):
        super().__init__(choose)
        self.functions = [make_function(self, f"f{i + 1}") for i in range(choose.randint(1, 3))]

    def head(self) -> str:
        return ("#include <assert.h>\n#include <stddef.h>\n#include <string.h>\n"
                + "".join(f"{struct.definition()}\n" for struct in self.structs))

    def header(self) -> str:
        """What callers see of it."""
        return (self.head() + "".join(f"extern {variable.declaration()}\n" for variable in self.variables if variable.is_visible)
                + "".join(f"{part.prototype()};\n" for part in [*self.setters, *self.getters, *self.functions]))

    def text(self) -> str:
        helpers = "".join(f"static void put_{name}({c_type} *to, {c_type} value) {{ *to = value; }}\n"
                          for name, c_type in (("int", "int"), ("char", "char")) if any(f"put_{name}(" in f.text for f in self.functions))
        return (self.head() + "".join(f"{variable.definition()}\n" for variable in self.variables) + helpers
                + "".join(part.text() for part in [*self.setters, *self.getters]) + "".join(f.text for f in self.functions))

    def claim_lines(self) -> dict[int, tuple[str, str]]:
        """The function and the claim of each line with an assertion."""
        claims = iter([(function.name, claim) for function in self.functions for claim in function.claims])
        return {number: next(claims) for number, line in enumerate(self.text().splitlines(), 1) if " assert(" in line}
