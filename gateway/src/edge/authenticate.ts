import type { IncomingMessage } from 'node:http';
import { isWellFormedToken } from '@plotline/kit/checksummed-token';
import { Problem } from '@plotline/kit/errors';
import type { RateLimits } from '../limits/rate-limits.js';
import type { Identity } from './identity.js';
import type { KeyCache } from './key-cache.js';
import type { RequestContext } from './request-context.js';

/** What a client presents in `Authorization`. */
interface Credential {
  readonly token: string;
  /** Presented with the deprecated Basic scheme. */
  readonly isBasic: boolean;
}

const bearerPattern = /^bearer +([\x21-\x7e]+)$/i;
const basicPattern = /^basic +([A-Za-z0-9+/=]+)$/i;

/** When Basic was deprecated (RFC 9745: Unix seconds) and when it ends (RFC 8594). */
const basicDeprecation = '@1767225600';
const basicSunset = 'Fri, 31 Dec 2027 23:59:59 GMT';

const tokenPrefixes = { live: 'pl_live_', sandbox: 'pl_test_' };
const wrongModeMessages = {
  live: 'A test key works on the sandbox host alone.',
  sandbox: 'A live key works on the live host alone.',
};

const createUnauthorized = () => new Problem('UNAUTHORIZED', 'The credential is missing, invalid, expired or revoked.');

/** Reads the credential of an `Authorization` header; null when the header holds none. */
export function readCredential(header: string | undefined): Credential | null {
  if (header === undefined) return null;
  const token = bearerPattern.exec(header)?.[1];
  if (token !== undefined) return { token, isBasic: false };
  const encoded = basicPattern.exec(header)?.[1];
  if (encoded === undefined) return null;
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString('latin1').split(':');
  return password.length === 1 && password[0] === '' ? { token: user, isBasic: true } : null;
}

/** Node keeps the first of several Authorization headers; a proxy before the gateway may have checked another one. */
function assertOneAuthorization({ rawHeaders }: IncomingMessage): void {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1) {
    throw new Problem('BAD_REQUEST', 'Authorization was given more than once.');
  }
}

/**
 * Resolves to the identity of the credential; throws UNAUTHORIZED when it has none. A key whose checksum is wrong or that
 * belongs to the other mode is refused without a call to the auth service, and so is a key that was never good when the
 * address has reached its limit: RATE_LIMIT_EXCEEDED.
 */
export async function authenticate(
  requestContext: RequestContext,
  { keys, rateLimits }: { readonly keys: KeyCache; readonly rateLimits: RateLimits },
): Promise<Identity> {
  const { request, response, mode } = requestContext;
  assertOneAuthorization(request);
  const credential = readCredential(request.headers.authorization);
  if (!credential) throw createUnauthorized();
  if (credential.isBasic) {
    response.setHeader('Deprecation', basicDeprecation);
    response.setHeader('Sunset', basicSunset);
  }
  if (!isWellFormedToken(credential.token, tokenPrefixes[mode])) {
    const otherMode = mode === 'live' ? 'sandbox' : 'live';
    const isOtherMode = credential.token.startsWith(tokenPrefixes[otherMode]);
    throw isOtherMode ? new Problem('UNAUTHORIZED', wrongModeMessages[mode]) : createUnauthorized();
  }
  const found = keys.find(credential.token, mode, () => ({
    network: rateLimits.readNetwork(request),
    count: () => rateLimits.countLookUp(requestContext),
  }));
  // A cached identity is no promise: the common case does without a suspension.
  const identity = found instanceof Promise ? await found : found;
  if (!identity || Date.now() >= identity.expiresAt) throw createUnauthorized();
  return identity;
}
