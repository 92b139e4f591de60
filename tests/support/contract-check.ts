import { addContractFormats } from '@plotline/kit/http/contract/faults';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { FileBody } from './contract/file-body.js';

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Schema with allOf. The schema is closed as a whole, and its parts are left open. */
function closedTogether(schema: Tree, parts: readonly unknown[], document: Tree): Tree {
  const allOf = parts.map((part) =>
    isTree(part) && typeof part.$ref === 'string' ? follow(document, part.$ref) : part,
  );
  return { ...schema, allOf, unevaluatedProperties: false };
}

/** Closes every object schema in the document, so that a field missing from the contract is an error. */
export function closed(value: unknown, document: Tree): unknown {
  if (Array.isArray(value)) return value.map((part) => closed(part, document));
  if (!isTree(value)) return value;
  if (Array.isArray(value.allOf)) return closedTogether(value, value.allOf, document);
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part, document)]));
  const isOpen = isTree(value.properties) && value.type !== undefined && !('additionalProperties' in value);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

type Check = (status: number, body: unknown, namesFields: boolean) => string | null;

/** Path in the contract, with the checks for its operations by method. */
interface Place {
  readonly path: RegExp;
  readonly checks: ReadonlyMap<string, Check>;
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function responsePointer(response: Tree, path: string, method: string, status: number): string {
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1');
  return typeof response.$ref === 'string' ? response.$ref : `#/paths/${escaped}/${method}/responses/${status}`;
}

function follow(document: Tree, pointer: string): Tree {
  let place: unknown = document;
  for (const part of pointer.slice(2).split('/')) {
    place = isTree(place) ? place[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  if (!isTree(place)) throw new Error(`The contract has nothing at ${pointer}.`);
  return place;
}

/** Returns the schema of the envelope for a query that names fields. */
function reducedSchema(operation: Tree): Tree | undefined {
  const reduced = operation['x-fields'];
  if (!isTree(reduced) || typeof reduced.$ref !== 'string') return undefined;
  const shape = { $ref: `contract${reduced.$ref}` };
  const referTo = (name: string) => ({ $ref: `contract#/components/schemas/${name}` });
  const properties = operation['x-list']
    ? { data: { type: 'array', items: shape }, meta: referTo('PageMeta'), links: referTo('PageLinks') }
    : { data: shape };
  const required = ['success', ...Object.keys(properties)];
  return {
    type: 'object',
    required,
    properties: { success: { const: true }, ...properties },
    additionalProperties: false,
  };
}

function typesOf({ content }: Tree): string[] {
  return isTree(content) ? Object.keys(content) : [];
}

function fullCheckOf(ajv: Ajv2020, document: Tree, path: string, method: string, responses: Tree) {
  const compiled = new Map<number, ValidateFunction>();
  return (status: number, body: unknown) => {
    const response = responses[String(status)];
    if (!isTree(response)) return `the contract knows no answer ${status}`;
    const pointer = responsePointer(response, path, method, status);
    const types = typesOf(follow(document, pointer));
    if (body === null && types.length === 0) return null;
    const type = body instanceof FileBody ? body.type : 'application/json';
    if (!types.includes(type)) return `the contract has no ${type} for ${status}`;
    if (body instanceof FileBody) return null;
    const schema = `contract${pointer}/content/application~1json/schema`;
    const validate = compiled.get(status) ?? ajv.compile({ $ref: schema });
    compiled.set(status, validate);
    return validate(body) ? null : ajv.errorsText(validate.errors);
  };
}

function checkOf(ajv: Ajv2020, document: Tree, path: string, method: string, operation: Tree): Check {
  const checkFull = fullCheckOf(ajv, document, path, method, isTree(operation.responses) ? operation.responses : {});
  const reduced = reducedSchema(operation);
  const validateReduced = reduced && ajv.compile(reduced);
  return (status, body, namesFields) => {
    if (!validateReduced || !namesFields || status !== 200) return checkFull(status, body);
    return validateReduced(body) ? null : ajv.errorsText(validateReduced.errors);
  };
}

async function load(base: string): Promise<readonly Place[]> {
  const served: unknown = await (await fetch(`${base}/openapi.json`)).json();
  const document = isTree(served) ? closed(served, served) : served;
  if (!isTree(document) || !isTree(document.paths)) throw new Error(`${base}/openapi.json is not an OpenAPI document.`);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addContractFormats(ajv);
  ajv.addSchema({ ...document, $id: 'contract' });
  // Literal segments come before parameters, as in the router.
  const paths = Object.entries(document.paths).sort(([a], [b]) => a.split('{').length - b.split('{').length);
  return paths.map(([path, item]) => {
    const checks = Object.entries(isTree(item) ? item : {}).flatMap(([method, operation]) => {
      if (!isTree(operation) || !isTree(operation.responses)) return [];
      return [[method.toUpperCase(), checkOf(ajv, document, path, method, operation)] as const];
    });
    return { path: pathPattern(path), checks: new Map(checks) };
  });
}

const loaded = new Map<string, Promise<readonly Place[]>>();

/** Throws an error unless the served contract describes this answer for this call. */
export async function assertFitsContract(
  base: string,
  method: string,
  path: string,
  status: number,
  body: unknown,
): Promise<void> {
  const places = loaded.get(base) ?? load(base);
  loaded.set(base, places);
  const [plain = path, query] = path.split('?');
  const place = (await places).find((one) => one.path.test(plain));
  const fault = place?.checks.get(method)?.(status, body, new URLSearchParams(query).has('fields'));
  if (fault)
    throw new Error(
      `${method} ${path} answered ${status}, which does not fit the contract: ${fault}\n${JSON.stringify(body)?.slice(0, 2_000)}`,
    );
}
