import type { IncomingMessage } from 'node:http';
import { isWellFormedToken } from '@plotline/kit/checksummed-token';
import { Problem } from '@plotline/kit/errors';
import { credentialFrom } from './credential.js';
import type { Exchange } from './exchange.js';
import type { Identity } from './identity.js';
import type { KeyCache } from './key-cache.js';

/** When Basic was deprecated (RFC 9745: Unix seconds) and when it ends (RFC 8594). */
const basicDeprecation = '@1767225600';
const basicSunset = 'Fri, 31 Dec 2027 23:59:59 GMT';

const refused = () => new Problem('UNAUTHORIZED', 'The credential is missing, invalid, expired or revoked.');

const prefixes = { live: 'pl_live_', sandbox: 'pl_test_' };
const otherHost = {
  live: 'A test key works on the sandbox host alone.',
  sandbox: 'A live key works on the live host alone.',
};

/** Node keeps the first of several; whoever is between us and the client may have checked another. */
function assertOneCredential({ rawHeaders }: IncomingMessage): void {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1) {
    throw new Problem('BAD_REQUEST', 'Authorization was given more than once.');
  }
}

/** Who calls, or UNAUTHORIZED. A key with a typing error or of the other mode is refused without asking anyone. */
export async function authenticate(exchange: Exchange, keys: KeyCache): Promise<Identity> {
  const { request, response, mode } = exchange;
  assertOneCredential(request);
  const credential = credentialFrom(request.headers.authorization);
  if (!credential) throw refused();
  if (credential.isBasic) {
    response.setHeader('Deprecation', basicDeprecation);
    response.setHeader('Sunset', basicSunset);
  }
  if (!isWellFormedToken(credential.secret, prefixes[mode])) {
    const other = mode === 'live' ? 'sandbox' : 'live';
    throw credential.secret.startsWith(prefixes[other]) ? new Problem('UNAUTHORIZED', otherHost[mode]) : refused();
  }
  const found = keys.find(credential.secret, mode);
  const identity = found instanceof Promise ? await found : found;
  if (!identity || Date.now() >= identity.expiresAt) throw refused();
  return identity;
}
