// Validators of messages, made from the TypeScript types in `messages`, which are those of Microsoft's packages.
import { join } from "node:path";
import { Ajv } from "ajv";
import { createGenerator } from "ts-json-schema-generator";

const folder = join(import.meta.dirname, "messages");

/** The schema of the type `type` in messages/<file>, with integers that TypeScript knows as numbers only. */
function schemaOf(generator, type) {
  const schema = generator.createSchema(type);
  const integers = { integer: [-(2 ** 31), 2 ** 31 - 1], uinteger: [0, 2 ** 31 - 1] };
  for (const [name, [minimum, maximum]] of Object.entries(integers)) {
    for (const definition of ["", "Lsp."].map((prefix) => prefix + name)) {
      if (schema.definitions?.[definition]) {
        schema.definitions[definition] = { type: "integer", minimum, maximum };
      }
    }
  }
  return schema;
}

/**
 * Validators for the types of messages/<file>: `validate(type, member, value)` gives what is wrong with the value as that member
 * of the type, in words; `knows(type, member)` says whether there is such a member. Fields that a type does not have are wrong.
 */
export function loadSchemas(file, types) {
  const generator = createGenerator({
    path: join(folder, file),
    tsconfig: join(folder, "tsconfig.json"),
    skipTypeCheck: true,
    expose: "all",
    jsDoc: "none",
    topRef: false,
    additionalProperties: false,
  });
  const validators = new Map();
  for (const type of types) {
    const schema = schemaOf(generator, type);
    const ajv = new Ajv({ allErrors: true, strict: false, allowUnionTypes: true });
    ajv.addSchema(schema, "root");
    for (const member of Object.keys(schema.properties)) {
      const pointer = encodeURIComponent(member.replaceAll("~", "~0").replaceAll("/", "~1"));
      validators.set(`${type} ${member}`, ajv.compile({ $ref: `root#/properties/${pointer}` }));
    }
  }
  return {
    knows: (type, member) => validators.has(`${type} ${member}`),
    validate(type, member, value) {
      const validator = validators.get(`${type} ${member}`);
      return validator(value) ? [] : validator.errors.map(({ instancePath, message, params }) => `${instancePath || "it"} ${message} ${JSON.stringify(params)}`);
    },
  };
}
