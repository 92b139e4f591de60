import { type ContractDocument, loadContract, routesOf } from '@plotline/kit/contract/document';
import { addContractFormats } from '@plotline/kit/contract/formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Every object closed: a field that the contract does not name is a fault. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  return 'properties' in copy && 'type' in copy ? { ...copy, additionalProperties: false } : copy;
}

function pointer(...parts: readonly string[]): string {
  return `contract#/${parts.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')}`;
}

/** Throws when a successful answer of the service is not what its part of the contract describes. */
export type AnswerCheck = (method: string, path: string, status: number, body: unknown) => void;

export function createAnswerCheck(contract: URL): AnswerCheck {
  const document: ContractDocument = loadContract(contract);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addContractFormats(ajv);
  ajv.addSchema({
    ...document,
    components: closed(document.components),
    paths: closed(document.paths),
    $id: 'contract',
  });
  // Literal segments before parameters, as the router prefers them.
  const routes = routesOf(document).sort((one, other) => one.path.split('{').length - other.path.split('{').length);
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
    const validate = ajv.getSchema(`${schema}/schema`) ?? ajv.compile({ $ref: `${schema}/schema` });
    if (!validate(body)) throw new Error(`${method} ${target} ${status}: ${ajv.errorsText(validate.errors)}`);
  };
}
