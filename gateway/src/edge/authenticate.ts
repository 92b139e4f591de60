import type { IncomingMessage } from 'node:http';
import { Problem } from '@plotline/kit/core/errors';
import { isWellFormedToken } from '@plotline/kit/core/secrets';
import { waitUntil } from '@plotline/kit/core/time';
import type { ClientAddresses } from '../limits/client-address.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { type AccessTokens, isJwt } from './access-tokens.js';
import type { CredentialCache } from './credential-cache.js';
import type { VerifiedCredential } from './identity.js';
import type { RequestContext } from './request-context.js';
import type { PresentedCredential } from './verify-credential.js';

/** Credential from the `Authorization` header. */
interface Authorization {
  readonly token: string;
  /** Whether the credential came with the deprecated Basic scheme. */
  readonly isBasic: boolean;
}

/** A credential that has the right form. Nothing else is verified yet. */
type WellFormedCredential = PresentedCredential | { readonly kind: 'access_token'; readonly value: string };

/** Reads the credential of a request; throws UNAUTHORIZED when no credential has the right form. */
export type ReadCredential = (requestContext: RequestContext) => WellFormedCredential;

const bearerPattern = /^bearer +([\x21-\x7e]+)$/i;
const basicPattern = /^basic +([A-Za-z0-9+/=]+)$/i;

/** When Basic was deprecated (RFC 9745, in Unix seconds) and when its support ends (RFC 8594). */
const basicDeprecation = '@1767225600';
const basicSunset = 'Fri, 31 Dec 2027 23:59:59 GMT';

const keyPrefixes = { live: 'pl_live_', sandbox: 'pl_test_' };
const keyKinds = { live: 'live_key', sandbox: 'test_key' } as const;
export const sessionPrefix = 'pl_session_';
const wrongModeMessages = {
  live: 'A test key works only on the sandbox host.',
  sandbox: 'A live key works only on the live host.',
};

export const createUnauthorized = () =>
  new Problem('UNAUTHORIZED', 'The credential is missing, invalid, expired or revoked.');

/** Reads the credential of an `Authorization` header; null when the header has none. */
export function readAuthorization(header: string | undefined): Authorization | null {
  if (header === undefined) return null;
  const token = bearerPattern.exec(header)?.[1];
  if (token !== undefined) return { token, isBasic: false };
  const encoded = basicPattern.exec(header)?.[1];
  if (encoded === undefined) return null;
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString('latin1').split(':');
  return password.length === 1 && password[0] === '' ? { token: user, isBasic: true } : null;
}

/**
 * Node keeps the first of several Authorization headers, but a proxy in front of the gateway may have checked a
 * different one.
 */
function assertOneAuthorization({ rawHeaders }: IncomingMessage): void {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1) {
    throw new Problem('BAD_REQUEST', 'Authorization was given more than once.');
  }
}

/**
 * Reads a key, a session token or an access token from `Authorization`. The Basic scheme accepts only keys. Refuses a
 * key or session token whose checksum is wrong, and a key of the other mode.
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
 * Resolves to the verified credential; throws UNAUTHORIZED when it is invalid. Throws RATE_LIMIT_EXCEEDED for an
 * unknown credential from an address at its limit, without calling the auth service. Throws SERVICE_UNAVAILABLE at the
 * deadline of the request, because look-ups may wait for each other.
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
  // A cached credential isn't a promise, so the common case continues without a suspension.
  const credential = found instanceof Promise ? await waitUntil(requestContext.deadline, found) : found;
  if (!credential || Date.now() >= credential.expiresAt) throw createUnauthorized();
  return credential;
}
