import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import { readRecord } from './json.js';
import { pickUsedComponents } from './used-components.js';

/**
 * Recorded calls by operation, as `{requests, responses: {status: …}}`, and the refusals that many operations share, by
 * status.
 */
export interface RecordedExamples {
  readonly shared: JsonObject;
  readonly operations: JsonObject;
}

function readObject(file: string): JsonObject {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isJsonObject(parsed)) throw new Error(`${file} must contain a JSON object.`);
  return parsed;
}

/**
 * Reads the folder `examples` next to a contract: one `<operationId>.json` per operation, and `shared.json`. The folder
 * may be missing.
 */
export function readExamples(contractFile: string): RecordedExamples {
  const folder = join(dirname(contractFile), 'examples');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const read = Object.fromEntries(files.map((name) => [basename(name, '.json'), readObject(join(folder, name))]));
  const { shared = {}, ...operations } = read;
  return { shared, operations };
}

/** Adds the examples to the JSON content of a request or response. */
function withExamples(holder: JsonObject, examples: JsonObject): JsonObject {
  const content = readRecord(holder, 'content');
  const json = content['application/json'];
  if (!isJsonObject(json) || Object.keys(examples).length === 0) return holder;
  return { ...holder, content: { ...content, 'application/json': { ...json, examples } } };
}

const includes = (list: unknown, value: unknown) => !Array.isArray(list) || list.includes(value);

/** Puts examples into the operations of one document. */
class ExamplesOfDocument {
  readonly #recorded: RecordedExamples;
  /** Example names in each shared response, by the name of the response. */
  readonly #given = new Map<string, string>();
  readonly #responses: JsonObject;
  readonly responses: Record<string, unknown>;

  constructor(recorded: RecordedExamples, responses: JsonObject) {
    this.#recorded = recorded;
    this.#responses = responses;
    this.responses = { ...responses };
  }

  /**
   * Picks the shared refusals that apply to an operation. A refusal with `methods` or `operations` applies only to
   * those.
   */
  #pickShared(status: string, method: string, operationId: unknown): JsonObject {
    const entries = Object.entries(readRecord(this.#recorded.shared, status)).flatMap(([name, example]) => {
      const { methods, operations, ...rest } = isJsonObject(example) ? example : {};
      return includes(methods, method) && includes(operations, operationId) ? [[name, rest] as const] : [];
    });
    return Object.fromEntries(entries);
  }

  #addToResponse(response: unknown, shared: JsonObject, own: JsonObject): unknown {
    if (!isJsonObject(response)) return response;
    const name = typeof response['$ref'] === 'string' ? response['$ref'].split('/').at(-1) : undefined;
    if (name === undefined) return withExamples(response, { ...shared, ...own });
    const component = readRecord(this.#responses, name);
    if (Object.keys(own).length > 0) return withExamples(component, { ...shared, ...own });
    const names = Object.keys(shared).join();
    const given = this.#given.get(name) ?? names;
    // Another operation that uses this response has different refusals, so this operation gets its own copy.
    if (given !== names) return withExamples(component, shared);
    this.#given.set(name, names);
    this.responses[name] = withExamples(component, shared);
    return response;
  }

  addTo(operation: JsonObject, method: string): JsonObject {
    const own = readRecord(this.#recorded.operations, String(operation['operationId']));
    const responses = Object.entries(readRecord(operation, 'responses')).map(([status, response]) => {
      const recorded = readRecord(readRecord(own, 'responses'), status);
      return [
        status,
        this.#addToResponse(response, this.#pickShared(status, method, operation['operationId']), recorded),
      ];
    });
    const { requestBody } = operation;
    const body = isJsonObject(requestBody)
      ? { requestBody: withExamples(requestBody, readRecord(own, 'requests')) }
      : {};
    return { ...operation, ...body, responses: Object.fromEntries(responses) };
  }
}

/** Returns the document with the recorded examples in its requests and responses. */
export function addExamples(document: JsonObject, recorded: RecordedExamples): JsonObject {
  const components = readRecord(document, 'components');
  const examples = new ExamplesOfDocument(recorded, readRecord(components, 'responses'));
  const paths = Object.entries(readRecord(document, 'paths')).map(([path, item]) => {
    const members = Object.entries(isJsonObject(item) ? item : {}).map(([method, operation]) => {
      const isOperation = isJsonObject(operation) && 'operationId' in operation;
      return [method, isOperation ? examples.addTo(operation, method) : operation];
    });
    return [path, Object.fromEntries(members)];
  });
  const withRecorded = Object.fromEntries(paths);
  // A shared response whose examples differ by operation is copied into each operation.
  const used = pickUsedComponents(withRecorded, { responses: examples.responses });
  return { ...document, paths: withRecorded, components: { ...components, ...used } };
}
