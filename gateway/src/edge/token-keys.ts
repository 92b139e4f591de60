import { unavailable } from '@plotline/kit/core/errors';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { request } from 'undici';

/** Age at which the set is fetched again in the background, so that withdrawn keys disappear. */
const refreshAgeMs = 300_000;
/** Minimum time between two fetches that an unknown `kid` causes. */
const coolDownMs = 5_000;
const timeoutMs = 2_000;

interface TokenKeysOptions {
  /** Address of the JSON Web Key Set (RFC 7517). */
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly coolDownMs?: number;
}

/** Connections aren't kept alive, because a set is fetched only every few minutes. */
async function fetchOnce(url: string, init: { readonly signal: AbortSignal }): Promise<Response> {
  const { statusCode, body } = await request(url, { signal: init.signal, reset: true });
  return new Response(await body.text(), { status: statusCode });
}

/** Public keys of the auth service. */
export interface TokenKeys {
  /**
   * Resolves to the key for a `kid`. While the auth service is unavailable, the last fetched set is used. Rejects with
   * SERVICE_UNAVAILABLE when there is no set yet, and with jose's error when the set lacks the key.
   */
  readonly get: JWTVerifyGetKey;
  /** Fetches the set now. */
  load(): Promise<void>;
}

/** Creates the source of the auth service's public keys. */
export function createTokenKeys({ url, now = Date.now, ...options }: TokenKeysOptions): TokenKeys {
  const pauseMs = options.coolDownMs ?? coolDownMs;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let lastFailure: unknown = null;

  /** jose waits between fetches only after a success, so this code adds the wait after a failure. */
  const fetchSet = async (address: string, init: { readonly signal: AbortSignal }): Promise<Response> => {
    if (lastFailure !== null && now() - attemptedAt < pauseMs) throw lastFailure;
    attemptedAt = now();
    try {
      const response = await fetchOnce(address, init);
      lastFailure = response.ok ? null : new Error(`The request for the key set was answered with ${response.status}.`);
      return response;
    } catch (error) {
      lastFailure = error;
      throw error;
    }
  };

  const keys = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: pauseMs,
    timeoutDuration: timeoutMs,
    [customFetch]: fetchSet,
  });

  const get: JWTVerifyGetKey = async (header, token) => {
    if (keys.jwks() && now() - attemptedAt > refreshAgeMs) void keys.reload().catch(() => undefined);
    try {
      // A new installation has no key until the auth service has created the first key. It may get tokens right after
      // that.
      if (keys.jwks()?.keys.length === 0) await keys.reload();
      return await keys(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSENotSupported) throw error;
      // The fetched set lacks this key, and a newer set can't be fetched.
      throw unavailable("Credentials can't be checked at the moment.", error);
    }
  };
  const load = async () => {
    lastFailure = null;
    await keys.reload();
  };
  return { get, load };
}
