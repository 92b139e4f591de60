import type { IncomingMessage } from 'node:http';
import { isWellFormedToken } from '@plotline/kit/core/checksummed-token';
import { waitUntil } from '@plotline/kit/core/deadline';
import { Problem } from '@plotline/kit/core/errors';
import type { ClientAddresses } from '../limits/client-address.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { type AccessTokens, isJwt } from './access-tokens.js';
import type { CredentialCache } from './credential-cache.js';
import type { VerifiedCredential } from './identity.js';
import type { RequestContext } from './request-context.js';
import type { PresentedCredential } from './verify-credential.js';

/** What a client presents in `Authorization`. */
interface Authorization {
  readonly token: string;
  /** Presented with the deprecated Basic scheme. */
  readonly isBasic: boolean;
}

/** A credential that is well-formed, before anything is asked about it. */
type WellFormedCredential = PresentedCredential | { readonly kind: 'access_token'; readonly value: string };

/** Reads the credential of a request; throws UNAUTHORIZED when it has none that is well-formed. */
export type ReadCredential = (requestContext: RequestContext) => WellFormedCredential;

const bearerPattern = /^bearer +([\x21-\x7e]+)$/i;
const basicPattern = /^basic +([A-Za-z0-9+/=]+)$/i;

/** When Basic was deprecated (RFC 9745: Unix seconds) and when it ends (RFC 8594). */
const basicDeprecation = '@1767225600';
const basicSunset = 'Fri, 31 Dec 2027 23:59:59 GMT';

const keyPrefixes = { live: 'pl_live_', sandbox: 'pl_test_' };
const keyKinds = { live: 'live_key', sandbox: 'test_key' } as const;
export const sessionPrefix = 'pl_session_';
const wrongModeMessages = {
  live: 'A test key works on the sandbox host alone.',
  sandbox: 'A live key works on the live host alone.',
};

export const createUnauthorized = () =>
  new Problem('UNAUTHORIZED', 'The credential is missing, invalid, expired or revoked.');

/** Reads the credential of an `Authorization` header; null when the header holds none. */
export function readAuthorization(header: string | undefined): Authorization | null {
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
 * Reads a key, a session token or an access token of `Authorization`; Basic takes keys alone. A key or session token whose
 * checksum is wrong, or a key that belongs to the other mode, is refused.
 */
export const readBearer: ReadCredential = ({ request, response, mode }) => {
  assertOneAuthorization(request);
  const authorization = readAuthorization(request.headers.authorization);
  if (!authorization) throw createUnauthorized();
  const { token, isBasic } = authorization;
  if (isBasic) {
    response.setHeader('Deprecation', basicDeprecation);
    response.setHeader('Sunset', basicSunset);
  }
  if (isWellFormedToken(token, keyPrefixes[mode])) return { kind: keyKinds[mode], value: token };
  if (!isBasic && isWellFormedToken(token, sessionPrefix)) return { kind: 'session', value: token };
  if (!isBasic && isJwt(token)) return { kind: 'access_token', value: token };
  const isOtherMode = token.startsWith(keyPrefixes[mode === 'live' ? 'sandbox' : 'live']);
  throw isOtherMode ? new Problem('UNAUTHORIZED', wrongModeMessages[mode]) : createUnauthorized();
};

interface Authenticators {
  readonly addresses: ClientAddresses;
  readonly credentials: CredentialCache;
  readonly accessTokens: AccessTokens;
  readonly rateLimits: RateLimits;
}

/**
 * Resolves to whom the credential stands for; throws UNAUTHORIZED when that is nobody. One that was never good is refused without
 * a call to the auth service when the address has reached its limit: RATE_LIMIT_EXCEEDED. SERVICE_UNAVAILABLE at the deadline of the
 * request, as look-ups wait for each other.
 */
export async function authenticate(
  requestContext: RequestContext,
  presented: WellFormedCredential,
  { addresses, credentials, accessTokens, rateLimits }: Authenticators,
): Promise<VerifiedCredential> {
  const createClient = () => ({
    network: rateLimits.readNetwork(request),
    assertAllowed: () => rateLimits.assertAddressAllowed(requestContext),
    countFailure: () => rateLimits.countAddress(requestContext),
  });
  const { request } = requestContext;
  const readAddress = () => addresses.read(request);
  const readWorkspaceId = () => String(request.headers['x-workspace-id'] ?? '');
  const found =
    presented.kind === 'access_token'
      ? accessTokens.find({ value: presented.value, readAddress }, createClient)
      : credentials.find({ ...presented, readAddress, readWorkspaceId }, createClient);
  // What is cached is no promise: the common case does without a suspension.
  const credential = found instanceof Promise ? await waitUntil(requestContext.deadline, found) : found;
  if (!credential || Date.now() >= credential.expiresAt) throw createUnauthorized();
  return credential;
}
