import { readList, readRecord, readText } from '@plotline/gateway/contract/json';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';

/** Returns the name of the component that a value refers to. */
export function readReference(value: unknown): string | undefined {
  const reference = readText(value, '$ref');
  return reference === '' ? undefined : reference.slice(reference.lastIndexOf('/') + 1);
}

/** Components of a document, which its other parts refer to. */
export class Components {
  readonly #components: JsonObject;

  constructor(document: JsonObject) {
    this.#components = readRecord(document, 'components');
  }

  /**
   * Resolves a reference. Returns any other value unchanged. Fields next to a reference override the component's
   * fields.
   */
  resolve(value: unknown): JsonObject {
    if (!isJsonObject(value)) return {};
    const reference = readText(value, '$ref');
    if (reference === '') return value;
    const [kind = '', name = ''] = reference.slice('#/components/'.length).split('/');
    const { $ref: _reference, ...beside } = value;
    return { ...this.resolve(readRecord(this.#components, kind)[name]), ...beside };
  }

  /** Returns a schema, merged with the properties of all schemas that it refers to or is composed of. */
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
