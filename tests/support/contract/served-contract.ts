import { isTree, type Tree, textOf, textsOf, treesOf } from './tree.js';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** Parameter of an operation. Its schema contains no references. */
export interface ServedParameter {
  readonly name: string;
  readonly schema: Tree;
}

/** File by its type, with the document's example. */
export interface ServedFile {
  readonly type: string;
  readonly text: string;
}

/** Operation as the served document describes it, with all references resolved. */
export interface ServedOperation {
  readonly method: Method;
  readonly path: string;
  readonly operationId: string;
  /** Method and path, which serve as the operation's name. */
  readonly name: string;
  readonly pathParameters: readonly ServedParameter[];
  readonly queryParameters: readonly ServedParameter[];
  /** Schema of the JSON body. Undefined if the operation takes none. */
  readonly body: Tree | undefined;
  /**
   * Files that the operation accepts as its body, one of each type. Excludes forms, because they need more than a text.
   */
  readonly files: readonly ServedFile[];
  readonly isList: boolean;
  readonly takesIdempotencyKey: boolean;
  /** Name of the array in the body whose rows are handled one by one with `partial=true`. */
  readonly rows: string | undefined;
  /** Required scopes, alternative scopes, and roles of people. */
  readonly scopes: readonly string[];
  readonly anyScope: readonly string[];
  readonly roles: readonly string[];
  /** Statuses that the operation may answer. */
  readonly statuses: readonly number[];
}

function follow(document: Tree, pointer: string): unknown {
  let place: unknown = document;
  for (const part of pointer.slice(2).split('/')) {
    place = isTree(place) ? place[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  if (place === undefined) throw new Error(`The document has nothing at ${pointer}.`);
  return place;
}

function withoutReferences(document: Tree, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutReferences(document, part));
  if (!isTree(value)) return value;
  const { $ref, ...own } = value;
  const target = typeof $ref === 'string' ? withoutReferences(document, follow(document, $ref)) : {};
  const rest = Object.entries(own).map(([key, part]) => [key, withoutReferences(document, part)]);
  return { ...(isTree(target) ? target : {}), ...Object.fromEntries(rest) };
}

function parametersIn(place: string, parameters: readonly Tree[]): ServedParameter[] {
  return parameters
    .filter((one) => one.in === place)
    .map(({ name, schema }) => ({ name: String(name), schema: isTree(schema) ? schema : {} }));
}

/**
 * Returns the schema of a JSON body. An upload has no such schema, because its body is a file, even if the file is
 * JSON.
 */
function bodyOf({ requestBody, 'x-upload': upload }: Tree): Tree | undefined {
  if (upload !== undefined) return undefined;
  const content = isTree(requestBody) && isTree(requestBody.content) ? requestBody.content : {};
  const json = content['application/json'];
  return isTree(json) && isTree(json.schema) ? json.schema : undefined;
}

function exampleOf({ example, examples }: Tree): string | undefined {
  const first: unknown = isTree(examples) ? Object.values(examples)[0] : undefined;
  return textOf(example) ?? (isTree(first) ? textOf(first.value) : undefined);
}

/** Content by type, where an example in the contract would not help readers. */
const samples: Readonly<Record<string, string>> = { 'application/pdf': '%PDF-1.4\n%%EOF\n' };

function filesOf({ requestBody, 'x-upload': upload }: Tree): ServedFile[] {
  const content = isTree(requestBody) && isTree(requestBody.content) ? requestBody.content : {};
  if (upload === undefined) return [];
  return Object.entries(content).flatMap(([type, media]) => {
    const text = isTree(media) ? (exampleOf(media) ?? samples[type]) : undefined;
    return type.startsWith('multipart/') || text === undefined ? [] : [{ type, text }];
  });
}

/** Recognizes a list by its answer, which requires `links`. */
function isListAnswer({ responses }: Tree): boolean {
  const success = isTree(responses) && isTree(responses['200']) ? responses['200'] : {};
  const json = isTree(success.content) ? success.content['application/json'] : undefined;
  return isTree(json) && isTree(json.schema) && textsOf(json.schema.required).includes('links');
}

function operationOf(method: Method, path: string, shared: readonly Tree[], operation: Tree): ServedOperation {
  const parameters = [...shared, ...treesOf(operation.parameters)];
  return {
    method,
    path,
    operationId: String(operation.operationId),
    name: `${method} ${path}`,
    pathParameters: parametersIn('path', parameters),
    queryParameters: parametersIn('query', parameters),
    body: bodyOf(operation),
    files: filesOf(operation),
    isList: isListAnswer(operation),
    takesIdempotencyKey: parametersIn('header', parameters).some(({ name }) => name === 'Idempotency-Key'),
    rows: textOf(operation['x-rows']),
    scopes: textsOf(operation['x-scopes']),
    anyScope: textsOf(operation['x-any-scope']),
    roles: textsOf(operation['x-roles']),
    statuses: Object.keys(isTree(operation.responses) ? operation.responses : {}).map(Number),
  };
}

function operationsOf(document: unknown): ServedOperation[] {
  const plain = isTree(document) ? withoutReferences(document, document.paths) : undefined;
  if (!isTree(plain)) throw new Error('The served file is not an OpenAPI document.');
  return Object.entries(plain).flatMap(([path, item]) => {
    if (!isTree(item)) return [];
    const shared = treesOf(item.parameters);
    return methods.flatMap((method) => {
      const operation = item[method.toLowerCase()];
      return isTree(operation) ? [operationOf(method, path, shared, operation)] : [];
    });
  });
}

/** Returns the document that a host serves. */
export async function servedDocument(base: string): Promise<unknown> {
  const response = await fetch(`${base}/openapi.json`);
  if (response.status !== 200) throw new Error(`${base}/openapi.json answered ${response.status}.`);
  return response.json();
}

/** Returns every operation of the document that a host serves. */
export async function servedOperations(base: string): Promise<readonly ServedOperation[]> {
  const operations = operationsOf(await servedDocument(base));
  if (operations.length === 0) throw new Error(`${base}/openapi.json describes no operation.`);
  return operations;
}
