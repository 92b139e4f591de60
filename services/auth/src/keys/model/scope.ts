import { invalid, Problem } from '@plotline/kit/core/errors';
import { isScope, type Scope, scopeDescriptions } from '@plotline/protos/plotline/auth/v1/scopes';

export type { Scope } from '@plotline/protos/plotline/auth/v1/scopes';

/** Every scope of the public contract. */
export const scopes: readonly Scope[] = Object.keys(scopeDescriptions).filter(isScope);

/** Checks whether scopes include the scope, by name or through `admin`, which implies all others. */
export function covers(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || granted.includes('admin');
}

/** Describes in plain words what the scope lets an app do. */
export function describeScope(scope: Scope): string {
  return scopeDescriptions[scope];
}

/**
 * Parses the scopes of a request and removes duplicates. Throws VALIDATION_ERROR if there are none or if one is
 * unknown.
 */
export function parseScopes(values: readonly string[]): readonly Scope[] {
  const known = values.filter(isScope);
  if (known.length === 0 || known.length < values.length) {
    throw invalid({ field: 'scopes', message: `must be any of: ${scopes.join(', ')}` });
  }
  return [...new Set(known)];
}

/** Scopes that an agent's role allows. Owners and admins may do everything. */
const agentScopes: ReadonlySet<Scope> = new Set([
  'read:properties',
  'read:leads',
  'write:leads',
  'read:agents',
  'read:analytics',
]);
const viewerScopes: ReadonlySet<Scope> = new Set(['read:properties', 'read:leads', 'read:agents', 'read:analytics']);

/**
 * Checks whether a person with that role may grant the scope. People can't grant scopes that their role doesn't allow.
 */
export function allowsScope(role: string, scope: Scope): boolean {
  if (role === 'owner' || role === 'admin') return true;
  if (role === 'agent') return agentScopes.has(scope);
  return role === 'viewer' && viewerScopes.has(scope);
}

/**
 * Throws FORBIDDEN with the reason `scope_above_role` and the refused scopes if a person with that role may not give
 * them to a key. A key with `admin` has the rights of an owner, so an admin who created such a key would get more
 * rights than the role allows.
 */
export function assertMayGrant(role: string | undefined, granted: readonly Scope[]): void {
  const mayGrant = (scope: Scope) => (scope === 'admin' ? role === 'owner' : allowsScope(role ?? '', scope));
  const above = granted.filter((scope) => !mayGrant(scope));
  if (above.length === 0) return;
  const message = above.includes('admin')
    ? 'Only owners can create a key with the scope admin. Choose other scopes.'
    : `Your role does not allow these scopes: ${above.join(', ')}.`;
  throw new Problem('FORBIDDEN', message, { reason: 'scope_above_role', details: [{ field: 'scopes', message }] });
}
