import { Problem } from '@plotline/kit/core/errors';
import { assertFraming } from '@plotline/kit/http/request';
import type { RequestContext } from './request-context.js';
import { maxTargetLength, TargetTooLong } from './request-target.js';

/** Maximum number of headers. Node limits only their bytes, and silently drops all headers after the first 2,000. */
const maxHeaders = 100;

/** Problem with status 431, for which the contract has no code. */
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

/** Throws when the request is ambiguous or can't be forwarded. */
export function assertWellFormed(requestContext: RequestContext): void {
  const { request, response, path, query } = requestContext;
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new Problem('BAD_REQUEST', 'The Host header is missing.');
  }
  // Node keeps the first Host header, but a proxy in front of the gateway may have used a different one (RFC 9112,
  // 3.2).
  if (countHosts(request) > 1) throw new Problem('BAD_REQUEST', 'The Host header was given more than once.');
  try {
    assertFraming(request);
  } catch (error) {
    // A proxy in front of the gateway may take the bytes that follow for another request.
    response.shouldKeepAlive = false;
    throw error;
  }
  if (path.length + query.length > maxTargetLength) throw new TargetTooLong();
  if (request.rawHeaders.length > 2 * maxHeaders) throw new TooManyHeaders();
}
