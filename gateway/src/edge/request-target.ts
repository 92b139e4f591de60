import { Problem } from '@plotline/kit/core/errors';

/**
 * Maximum length of path and query, in characters. It fits into the heads that services accept, which may be larger
 * than those of clients.
 */
export const maxTargetLength = 8_192;

/** Problem with status 414, for which the contract has no code. */
export class TargetTooLong extends Problem {
  constructor() {
    super('BAD_REQUEST', `Path and query are longer than ${maxTargetLength} characters.`);
  }

  override get status(): number {
    return 414;
  }
}

/** Splits a request target into path and query. The authority of an absolute form (RFC 9112, 3.2.2) is ignored. */
export function splitTarget(url: string): { readonly path: string; readonly query: string } {
  const reduced = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
  const target = reduced.startsWith('/') ? reduced : `/${reduced}`;
  const queryStart = target.indexOf('?');
  if (queryStart < 0) return { path: target, query: '' };
  return { path: target.slice(0, queryStart), query: target.slice(queryStart) };
}
