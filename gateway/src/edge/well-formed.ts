import { Problem } from '@plotline/kit/core/errors';
import { assertFraming } from '@plotline/kit/http/framing';
import type { RequestContext } from './request-context.js';
import { maxTargetLength, TargetTooLong } from './request-target.js';

/** Node bounds the bytes of names and values alone, and drops what is above 2,000 headers without a word. */
const maxHeaders = 100;

/** 431: the contract has no code of its own for it. */
class TooManyHeaders extends Problem {
  constructor() {
    super('BAD_REQUEST', `The request has more than ${maxHeaders} headers.`);
  }

  override get status(): number {
    return 431;
  }
}

function countHosts({ rawHeaders }: RequestContext['request']): number {
  let hosts = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    if (rawHeaders[place]?.length === 4 && rawHeaders[place]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/** Throws when the request could be read in more than one way, or could not be passed on. */
export function assertWellFormed(requestContext: RequestContext): void {
  const { request, response, path, query } = requestContext;
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new Problem('BAD_REQUEST', 'The Host header is missing.');
  }
  // Node keeps the first one; a proxy before the gateway may have kept another (RFC 9112, 3.2).
  if (countHosts(request) > 1) throw new Problem('BAD_REQUEST', 'The Host header was given more than once.');
  try {
    assertFraming(request);
  } catch (error) {
    // A proxy before the gateway may take what follows for another request.
    response.shouldKeepAlive = false;
    throw error;
  }
  if (path.length + query.length > maxTargetLength) throw new TargetTooLong();
  if (request.rawHeaders.length > 2 * maxHeaders) throw new TooManyHeaders();
}
