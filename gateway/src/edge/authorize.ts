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
export function assertScopes(granted: readonly string[], required: readonly string[]): void {
  if (granted.includes('admin')) return;
  const missing = required.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) {
    throw new Problem('FORBIDDEN', `The credential lacks the scope ${missing.join(' and ')}.`);
  }
}

/** Throws when the `X-Workspace-ID` of a request is not the workspace of its credential, or when it is given twice. */
export function assertWorkspace(header: string | string[] | undefined, workspaceId: string): void {
  if (header === undefined || header === workspaceId) return;
  // Node joins repeated headers with a comma, which no id contains.
  if (Array.isArray(header) || header.includes(',')) {
    throw new Problem('BAD_REQUEST', 'X-Workspace-ID was given more than once.');
  }
  throw new Problem('FORBIDDEN', 'The credential does not belong to that workspace.');
}
