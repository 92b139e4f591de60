import pLimit from 'p-limit';
import type { ServedOperation } from '../support/contract/served-contract.js';

/** Scopes of the contract (part 5), and roles of people. */
export const scopes = [
  'read:properties',
  'write:properties',
  'read:leads',
  'write:leads',
  'read:agents',
  'write:agents',
  'read:analytics',
  'webhooks',
  'admin',
];
export const roles = ['owner', 'admin', 'agent', 'viewer'];

const limit = pLimit(8);

export type Headers = Readonly<Record<string, string>>;

export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/**
 * Request that fails for an allowed caller because of its records or its body. It changes only the feed and the
 * calendar, which need neither.
 */
export async function probe(
  base: string,
  { method, path, files: [file] }: ServedOperation,
  headers: Headers,
): Promise<number> {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  // An uploaded file without a record is also refused.
  const [type, body] = file ? [file.type, '\n'] : ['application/json', '{}'];
  const response = await fetch(base + path.replaceAll(/\{\w+\}/g, 'none_01jd0000000000000000000000'), {
    method,
    headers: { ...headers, ...(hasBody ? { 'content-type': type } : {}) },
    ...(hasBody ? { body } : {}),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Paths of operations that need neither records nor a body. */
const alone = new Set(['/v1/feed', '/v1/tasks/calendar']);

/** Paths of operations about the calling person. */
const ofPerson = new Set(['/v1/notifications/preferences']);

/**
 * Expected status for an allowed caller: 200 for lists, 404 for a missing record and 422 for a body without its fields.
 * 201 or 204 for operations that need neither records nor a body.
 */
const isAllowed = (status: number, { path }: ServedOperation) =>
  [200, 404, 422, ...(alone.has(path) ? [201, 204] : [])].includes(status);

/** Expected answer of an operation: a status, or anything except a refusal because of the credential. */
export type Expectation = (operation: ServedOperation) => 'allowed' | number;

/** Credential of any kind with only these scopes. */
export const forScopes =
  (granted: readonly string[]): Expectation =>
  ({ scopes: all, anyScope }) => {
    const isGranted = (scope: string) => granted.includes('admin') || granted.includes(scope);
    return all.every(isGranted) && (anyScope.length === 0 || anyScope.some(isGranted)) ? 'allowed' : 403;
  };

/** Key with only these scopes. Some operations are only for people. */
export const forKey =
  (granted: readonly string[]): Expectation =>
  (operation) =>
    ofPerson.has(operation.path) ? 403 : forScopes(granted)(operation);

/** Person with the role. The person's credential has all scopes. */
export const forRole =
  (role: string): Expectation =>
  (operation) =>
    operation.roles.includes(role) ? 'allowed' : 403;

/** Calls every operation, and returns those with an unexpected answer. */
export async function findFaults(
  operations: readonly ServedOperation[],
  { base, headers }: { readonly base: string; readonly headers: Headers },
  expected: Expectation,
): Promise<readonly string[]> {
  const checks = operations.map((operation) =>
    limit(async () => {
      const status = await probe(base, operation, headers);
      const wanted = expected(operation);
      const isRight = wanted === 'allowed' ? isAllowed(status, operation) : status === wanted;
      return isRight ? [] : [`${operation.name}: ${status}, not ${wanted}`];
    }),
  );
  return (await Promise.all(checks)).flat();
}
