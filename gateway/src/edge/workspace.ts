import { Problem } from '@plotline/kit/errors';

/** Throws when the `X-Workspace-ID` of a request is not the workspace of its credential, or when there are two. */
export function assertWorkspace(header: string | string[] | undefined, own: string): void {
  if (header === undefined || header === own) return;
  // Node joins repeated headers with a comma, which no id contains.
  if (Array.isArray(header) || header.includes(',')) {
    throw new Problem('BAD_REQUEST', 'X-Workspace-ID was given more than once.');
  }
  throw new Problem('FORBIDDEN', 'The credential does not belong to that workspace.');
}
