import { Problem } from '@plotline/kit/errors';

/** The scopes of the contract (part 5). */
export const knownScopes: ReadonlySet<string> = new Set([
  'read:properties',
  'write:properties',
  'read:leads',
  'write:leads',
  'read:agents',
  'write:agents',
  'read:analytics',
  'webhooks',
  'admin',
]);

/** Throws FORBIDDEN when a required scope is missing; `admin` implies all others, nothing else implies anything. */
export function assertScopes(held: readonly string[], required: readonly string[]): void {
  if (held.includes('admin')) return;
  const missing = required.filter((scope) => !held.includes(scope));
  if (missing.length > 0) {
    throw new Problem('FORBIDDEN', `The credential lacks the scope ${missing.join(' and ')}.`);
  }
}
