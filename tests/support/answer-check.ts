import { type ContractDocument, listRoutes, loadContract, type Route } from '@plotline/kit/http/contract/document';
import { addContractFormats } from '@plotline/kit/http/contract/faults';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resolve(document: unknown, reference: string): unknown {
  const keys = reference.slice('#/'.length).split('/');
  return keys.reduce<unknown>((place, key) => (isTree(place) ? place[key] : undefined), document);
}

/** Part of an allOf. The part is left open, because the object has further fields. Objects nested in it are closed. */
function openPart(part: unknown, document: unknown): unknown {
  const schema = isTree(part) && typeof part.$ref === 'string' ? resolve(document, part.$ref) : part;
  const copy = closed(schema, document);
  if (!isTree(copy)) return copy;
  const { additionalProperties: _closed, ...open } = copy;
  return open;
}

/** Closes every object, so that a field missing from the contract is an error. Closes an allOf as a whole. */
function closed(value: unknown, document: unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => closed(part, document));
  if (!isTree(value)) return value;
  if (Array.isArray(value.allOf)) {
    const allOf = value.allOf.map((part) => openPart(part, document));
    return { ...value, allOf, unevaluatedProperties: false };
  }
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part, document)]));
  return 'properties' in copy && 'type' in copy ? { ...copy, additionalProperties: false } : copy;
}

function pointer(...parts: readonly string[]): string {
  return `contract#/${parts.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')}`;
}

/** Applies the query's `fields` to the answer: to each row of a list, or otherwise to the record. */
function reducedSchema({ operation }: Route, target: string): Tree | undefined {
  const reference = operation['x-fields']?.$ref;
  if (reference === undefined || !new URLSearchParams(target.split('?')[1]).has('fields')) return undefined;
  const shape = { $ref: `contract${reference}` };
  return operation['x-list'] ? { type: 'array', items: shape } : shape;
}

/** Throws when a successful answer does not match the service's contract. */
export type AnswerCheck = (method: string, path: string, status: number, body: unknown) => void;

const checks = new Map<string, AnswerCheck>();

/** Created once per contract, because compiling a contract takes longer than many tests. */
export function createAnswerCheck(contract: URL): AnswerCheck {
  const check = checks.get(contract.href) ?? bindAnswerCheck(contract);
  checks.set(contract.href, check);
  return check;
}

function bindAnswerCheck(contract: URL): AnswerCheck {
  const document: ContractDocument = loadContract(contract);
  const ajv = new Ajv2020({ strict: false, allErrors: true, meta: false, validateSchema: false });
  addContractFormats(ajv);
  ajv.addSchema({
    ...document,
    components: closed(document.components, document),
    paths: closed(document.paths, document),
    $id: 'contract',
  });
  // Literal segments come before parameters, as in the router.
  const routes = listRoutes(document).sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  const compiled = new Map<string, ValidateFunction>();
  return (method, target, status, body) => {
    const [path = ''] = target.split('?');
    const route = routes.find(
      (one) =>
        one.method === method.toLowerCase() && new RegExp(`^${one.path.replace(/\{\w+\}/, '[^/]+')}$`).test(path),
    );
    if (!route || status === 304) return;
    if (!Object.hasOwn(route.operation.responses, status)) throw new Error(`${method} ${path}: no answer ${status}`);
    if (status === 204) return;
    const schema = pointer(
      'paths',
      route.path,
      route.method,
      'responses',
      String(status),
      'content',
      'application/json',
    );
    const described = (status === 200 && reducedSchema(route, target)) || { $ref: `${schema}/schema` };
    const key = JSON.stringify(described);
    const validate = compiled.get(key) ?? ajv.compile(described);
    compiled.set(key, validate);
    if (!validate(body)) throw new Error(`${method} ${target} ${status}: ${ajv.errorsText(validate.errors)}`);
  };
}
