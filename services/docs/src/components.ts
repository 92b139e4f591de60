import { readList, readRecord, readText } from '@plotline/gateway/contract/json';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';

/** The name of the component that a value refers to. */
export function readReference(value: unknown): string | undefined {
  const reference = readText(value, '$ref');
  return reference === '' ? undefined : reference.slice(reference.lastIndexOf('/') + 1);
}

/** The components of a document, to which its parts refer. */
export class Components {
  readonly #components: JsonObject;

  constructor(document: JsonObject) {
    this.#components = readRecord(document, 'components');
  }

  /** Follows a reference; the value itself where it is none. What stands beside a reference wins over what it refers to. */
  resolve(value: unknown): JsonObject {
    if (!isJsonObject(value)) return {};
    const reference = readText(value, '$ref');
    if (reference === '') return value;
    const [kind = '', name = ''] = reference.slice('#/components/'.length).split('/');
    const { $ref: _reference, ...beside } = value;
    return { ...this.resolve(readRecord(this.#components, kind)[name]), ...beside };
  }

  /** A schema with the properties of what it refers to and of all that it is composed of. */
  flatten(value: unknown): JsonObject {
    const schema = this.resolve(value);
    const parts = readList(schema, 'allOf').map((part) => this.flatten(part));
    if (parts.length === 0) return schema;
    const { allOf: _parts, ...own } = schema;
    const all = [...parts, own];
    return {
      ...Object.assign({}, ...all),
      properties: Object.assign({}, ...all.map((part) => readRecord(part, 'properties'))),
      required: all.flatMap((part) => readList(part, 'required')),
    };
  }
}
