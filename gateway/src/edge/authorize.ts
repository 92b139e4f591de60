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

/** Throws when the `X-Workspace-ID` of a request is not the workspace of its credential, or when it is given twice. */
export function assertWorkspace(header: string | string[] | undefined, workspaceId: string): void {
  if (header === undefined || header === workspaceId) return;
  // Node joins repeated headers with a comma, which no id contains.
  if (Array.isArray(header) || header.includes(',')) {
    throw new Problem('BAD_REQUEST', 'X-Workspace-ID was given more than once.');
  }
  throw new Problem('FORBIDDEN', 'The credential does not belong to that workspace.');
}
