import { readList, readRecord, readText } from '@plotline/gateway/contract/json';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import type { Components } from './components.js';

export interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: JsonObject;
}

/** Body of a request or response. */
export interface Body {
  readonly type: string;
  /** Other media types in which the same body is available. */
  readonly otherTypes: readonly string[];
  readonly schema: unknown;
  /** Values of the body's examples by name. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: string;
  readonly description: string;
  /** Descriptions of the headers by name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Body | undefined;
}

/** Operation whose top-level references are resolved. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  readonly body?: Body | undefined;
  readonly answers: readonly Answer[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function readParameter(value: unknown, components: Components): Parameter {
  const parameter = components.resolve(value);
  return {
    name: readText(parameter, 'name'),
    place: readText(parameter, 'in'),
    isRequired: parameter['required'] === true,
    description: readText(parameter, 'description'),
    schema: readRecord(parameter, 'schema'),
  };
}

/** Reads the parameters of the path and of the operation. The operation's parameters override the path's parameters. */
function readParameters(item: JsonObject, operation: JsonObject, components: Components): Parameter[] {
  const byName = new Map<string, Parameter>();
  for (const value of [...readList(item, 'parameters'), ...readList(operation, 'parameters')]) {
    const parameter = readParameter(value, components);
    byName.set(`${parameter.place} ${parameter.name}`, parameter);
  }
  const places = ['path', 'query', 'header', 'cookie'];
  return [...byName.values()].sort((one, other) => places.indexOf(one.place) - places.indexOf(other.place));
}

function readExamples(media: JsonObject, components: Components): Record<string, unknown> {
  const examples = Object.entries(readRecord(media, 'examples'));
  return Object.fromEntries(examples.map(([name, example]) => [name, components.resolve(example)['value']]));
}

export function isJson({ type }: Body): boolean {
  return type === 'application/json';
}

/** Reads the JSON body if there is one. Otherwise, or for an upload, reads the first media type in the document. */
export function readBody(value: unknown, components: Components): Body | undefined {
  const content = readRecord(components.resolve(value), 'content');
  const types = Object.keys(content);
  // The body of an upload is a file. Its first media type is the usual one.
  const isUpload = types.includes('multipart/form-data');
  const type = types.includes('application/json') && !isUpload ? 'application/json' : types[0];
  if (type === undefined) return undefined;
  const otherTypes = types.filter((one) => one !== type);
  const media = readRecord(content, type);
  return { type, otherTypes, schema: media['schema'], examples: readExamples(media, components) };
}

function readHeaders(response: JsonObject, components: Components): Record<string, string> {
  const headers = Object.entries(readRecord(response, 'headers'));
  return Object.fromEntries(
    headers.map(([name, header]) => [name, readText(components.resolve(header), 'description')]),
  );
}

function readAnswers(operation: JsonObject, components: Components): Answer[] {
  return Object.entries(readRecord(operation, 'responses')).map(([status, value]) => {
    const response = components.resolve(value);
    return {
      status,
      description: readText(response, 'description'),
      headers: readHeaders(response, components),
      body: readBody(response, components),
    };
  });
}

function readOperation(place: { path: string; method: string }, item: JsonObject, components: Components): Operation {
  const operation = readRecord(item, place.method);
  const security = readList(operation, 'security');
  return {
    ...place,
    id: readText(operation, 'operationId'),
    summary: readText(operation, 'summary') || readText(operation, 'operationId'),
    description: readText(operation, 'description'),
    tag: String(readList(operation, 'tags')[0] ?? 'Other'),
    isPublic: security.length === 0 || operation['x-public'] === true,
    parameters: readParameters(item, operation, components),
    body: readBody(operation['requestBody'], components),
    answers: readAnswers(operation, components),
  };
}

/** Reads the operations of a document, in the document's order. */
export function readOperations(document: JsonObject, components: Components): Operation[] {
  return Object.entries(readRecord(document, 'paths')).flatMap(([path, item]) => {
    if (!isJsonObject(item)) return [];
    const declared = methods.filter((method) => method in item);
    return declared.map((method) => readOperation({ path, method }, item, components));
  });
}
