import { isTree, type Tree } from '../support/contract/tree.js';
import { findUndescribed } from '../support/contract/undescribed.js';

/** Share of places in a document that have a description or an example. `missing` lists the places without one. */
export interface Coverage {
  readonly total: number;
  readonly missing: readonly string[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The values of these keys are data. A key inside such data may have the same name as a key of the document. */
const dataKeys = new Set(['example', 'examples', 'default', 'const', 'enum', 'required']);

/** Counts the members of all values under the key `holder`. */
function countMembers(value: unknown, holder: string, isHolder = false): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = isHolder ? Object.keys(value).length : 0;
  const parts = Object.entries(value).filter(([key]) => isHolder || !dataKeys.has(key));
  return own + parts.reduce((sum, [key, part]) => sum + countMembers(part, holder, !isHolder && key === holder), 0);
}

function measureDescribed(document: Tree, holder: string): Coverage {
  const place = new RegExp(`/${holder}/[^/]+$`);
  return { total: countMembers(document, holder), missing: findUndescribed(document).filter((one) => place.test(one)) };
}

function follow(value: unknown, document: Tree): unknown {
  const reference = isTree(value) ? value.$ref : undefined;
  if (typeof reference !== 'string') return value;
  const keys = reference.slice(2).split('/');
  return keys.reduce<unknown>((place, key) => (isTree(place) ? place[key] : undefined), document);
}

/** Returns the JSON of a request or response. Undefined if there is none. */
function findJson(holder: unknown, document: Tree): Tree | undefined {
  const resolved = follow(holder, document);
  const content = isTree(resolved) ? resolved.content : undefined;
  const json = isTree(content) ? content['application/json'] : undefined;
  return isTree(json) ? json : undefined;
}

function hasExamples({ examples }: Tree): boolean {
  return isTree(examples) && Object.values(examples).some((example) => isTree(example) && 'value' in example);
}

interface Named {
  readonly name: string;
  readonly operation: Tree;
}

/** Lists the operations of `paths`, or the events of `webhooks`. */
function listOperations(items: unknown): Named[] {
  return Object.entries(isTree(items) ? items : {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isTree(item) ? item[method] : undefined;
      return isTree(operation) ? [{ name: `${method.toUpperCase()} ${path}`, operation }] : [];
    }),
  );
}

function listResponses({ responses }: Tree): [status: string, response: unknown][] {
  return Object.entries(isTree(responses) ? responses : {});
}

interface Body {
  readonly name: string;
  readonly json: Tree;
}

/** Lists the request and success bodies of an operation. */
function listGoodBodies({ name, operation }: Named, document: Tree): Body[] {
  const answers = listResponses(operation).filter(([status]) => status.startsWith('2'));
  const holders = [['request', operation.requestBody] as const, ...answers];
  return holders.flatMap(([part, holder]) => {
    const json = findJson(holder, document);
    return json ? [{ name: `${name} ${part}`, json }] : [];
  });
}

function listErrors({ name, operation }: Named, document: Tree): Body[] {
  return listResponses(operation).flatMap(([status, response]) => {
    const json = /^[45]/.test(status) ? findJson(response, document) : undefined;
    return json ? [{ name: `${name} ${status}`, json }] : [];
  });
}

function measureExamples(bodies: readonly Body[]): Coverage {
  return { total: bodies.length, missing: bodies.filter(({ json }) => !hasExamples(json)).map(({ name }) => name) };
}

/** Measures how much of a document has a description and an example. The keys are the names used in the report. */
export function measureCoverage(document: Tree): ReadonlyMap<string, Coverage> {
  const operations = listOperations(document.paths);
  const events = listOperations(document.webhooks);
  return new Map([
    ['fields described', measureDescribed(document, 'properties')],
    ['parameters described', measureDescribed(document, 'parameters')],
    ['requests and answers with examples', measureExamples(operations.flatMap((one) => listGoodBodies(one, document)))],
    ['error answers with examples', measureExamples(operations.flatMap((one) => listErrors(one, document)))],
    ['events with examples', measureExamples(events.flatMap((one) => listGoodBodies(one, document)))],
  ]);
}
