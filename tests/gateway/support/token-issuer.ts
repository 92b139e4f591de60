import { createServer } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { listenAnywhere } from '../../support/listen-anywhere.js';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

async function createSigningKey(kid: string): Promise<SigningKey> {
  return { kid, ...(await generateKeyPair('ES256', { extractable: true })) };
}

/** Changes to an otherwise valid token. Undefined omits a claim. */
export interface TokenChange {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey | Uint8Array;
}

/** Replaces the authorization server. Publishes a JSON Web Key Set and signs access tokens (RFC 9068). */
export interface TokenIssuer {
  readonly url: string;
  readonly issuer: string;
  readonly audience: string;
  /** Number of requests for the key set. */
  readonly fetches: () => number;
  /** Key that signs the tokens. */
  readonly current: () => SigningKey;
  /** Signs with a new key from now on. */
  rotate(): Promise<void>;
  /** Makes the key set empty, as before the service has created a key, or restores it. */
  setEmpty(isEmpty: boolean): void;
  /** Makes requests for the key set fail with 500, or succeed again. */
  setAway(isAway: boolean): void;
  sign(grantId: string, change?: TokenChange): Promise<string>;
  stop(): Promise<void>;
}

export async function startTokenIssuer(): Promise<TokenIssuer> {
  let keys = [await createSigningKey('key_a')];
  let isAway = false;
  let isEmpty = false;
  let fetches = 0;
  const server = createServer(async (_request, response) => {
    fetches += 1;
    if (isAway) {
      response.writeHead(500).end();
      return;
    }
    const published = isEmpty ? [] : keys;
    const set = published.map(async ({ kid, publicKey }) => ({
      ...(await exportJWK(publicKey)),
      kid,
      alg: 'ES256',
      use: 'sig',
    }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: await Promise.all(set) }));
  });
  const url = `http://127.0.0.1:${await listenAnywhere(server)}`;
  const addresses = { issuer: 'http://localhost:8082', audience: 'http://localhost:8080' };
  const current = () => {
    const [key] = keys;
    if (!key) throw new Error('The issuer has no key.');
    return key;
  };
  let issued = 0;
  return {
    url,
    ...addresses,
    fetches: () => fetches,
    current,
    rotate: async () => {
      keys = [await createSigningKey(`key_${keys.length}`), ...keys];
    },
    setEmpty: (value) => {
      isEmpty = value;
    },
    setAway: (value) => {
      isAway = value;
    },
    sign: (grantId, { claims = {}, header = {}, key = current().privateKey } = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      issued += 1;
      const payload: JWTPayload = {
        iss: addresses.issuer,
        aud: addresses.audience,
        sub: 'user_1',
        client_id: 'app_1',
        scope: 'admin',
        iat: now,
        exp: now + 3_600,
        jti: `jti_${issued}`,
        grant_id: grantId,
        workspace_id: 'ws_1',
        ...claims,
      };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: current().kid, ...header })
        .sign(key, { crit: { 'urn:x': true } });
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
