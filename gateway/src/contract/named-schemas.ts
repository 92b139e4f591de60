import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';

type Components = Readonly<Record<string, JsonObject>>;

/** Returns a reference to a schema of the document. */
export const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** Names of schemas start with a capital letter. */
export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const isForm = (type: string) => type === 'multipart/form-data';

/**
 * Finds the component that the rows of a list refer to. The list is named after the component, without the suffix for a
 * shortened row.
 */
function findRowName(schema: JsonObject): string | undefined {
  const { properties } = schema;
  const data = isJsonObject(properties) ? properties['data'] : undefined;
  const items = isJsonObject(data) ? data['items'] : undefined;
  const reference = isJsonObject(items) ? items['$ref'] : undefined;
  return typeof reference === 'string'
    ? reference
        .split('/')
        .at(-1)
        ?.replace(/Summary$/, '')
    : undefined;
}

/**
 * Names anonymous schemas, so that generated clients get readable types: `MoveLeadBody` for moveLead, `LeadList` for a
 * list of leads.
 */
class SchemaNames {
  readonly schemas: Record<string, unknown>;

  constructor(schemas: JsonObject) {
    this.schemas = { ...schemas };
  }

  #name(name: string, schema: JsonObject): JsonObject {
    const present = this.schemas[name];
    if (present !== undefined && !isDeepStrictEqual(present, schema)) {
      throw new Error(`The name ${name} already belongs to another schema.`);
    }
    this.schemas[name] = schema;
    return referTo(name);
  }

  /** Returns a request or response whose schemas have names and descriptions. */
  nameContent(
    holder: JsonObject,
    description: string,
    choose: (schema: JsonObject, type: string) => string,
  ): JsonObject {
    const { content } = holder;
    if (!isJsonObject(content)) return holder;
    const named = Object.entries(content).map(([type, media]) => {
      const schema = isJsonObject(media) ? media['schema'] : undefined;
      // A file has no fields, so it needs no type.
      if (!isJsonObject(media) || !isJsonObject(schema) || '$ref' in schema || schema['type'] === 'string')
        return [type, media];
      return [type, { ...media, schema: this.#name(choose(schema, type), { description, ...schema }) }];
    });
    return { ...holder, content: Object.fromEntries(named) };
  }
}

function nameOperation(operation: JsonObject, names: SchemaNames): JsonObject {
  const id = capitalize(String(operation['operationId']));
  const { requestBody, responses } = operation;
  const bodyText = `The body of a request: ${operation['summary']}.`;
  const body = isJsonObject(requestBody)
    ? {
        requestBody: names.nameContent(
          requestBody,
          bodyText,
          (_schema, type) => `${id}${isForm(type) ? 'Form' : 'Body'}`,
        ),
      }
    : {};
  const page = isJsonObject(responses) ? responses['200'] : undefined;
  if (operation['x-list'] !== true || !isJsonObject(responses) || !isJsonObject(page)) return { ...operation, ...body };
  const named = names.nameContent(
    page,
    'A page of a list.',
    (schema) => `${findRowName(schema) ?? id.replace(/^List/, '')}List`,
  );
  return { ...operation, ...body, responses: { ...responses, 200: named } };
}

/** Moves request bodies and list envelopes into named components. */
export function nameSchemas(
  paths: Readonly<Record<string, JsonObject>>,
  components: Components,
): { readonly paths: JsonObject; readonly components: Record<string, JsonObject> } {
  const names = new SchemaNames(components['schemas'] ?? {});
  const named = Object.entries(paths).map(([path, item]) => {
    const members = Object.entries(item).map(([method, operation]) => {
      const isOperation = isJsonObject(operation) && 'operationId' in operation;
      return [method, isOperation ? nameOperation(operation, names) : operation];
    });
    return [path, Object.fromEntries(members)];
  });
  return { paths: Object.fromEntries(named), components: { ...components, schemas: names.schemas } };
}
