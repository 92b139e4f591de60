import { invalid } from '@plotline/kit/errors';

/** Every scope of the public contract. */
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
] as const;

export type Scope = (typeof scopes)[number];

function isScope(value: string): value is Scope {
  return scopes.some((scope) => scope === value);
}

/** The scopes of a request, each once. Throws VALIDATION_ERROR when there is none, or an unknown one. */
export function parseScopes(values: readonly string[]): readonly Scope[] {
  const known = values.filter(isScope);
  if (known.length === 0 || known.length < values.length) {
    throw invalid({ field: 'scopes', message: `must be some of: ${scopes.join(', ')}` });
  }
  return [...new Set(known)];
}
