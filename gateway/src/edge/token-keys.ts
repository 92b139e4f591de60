import { unavailable } from '@plotline/kit/core/errors';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { request } from 'undici';

/** A set that was fetched this long ago is fetched again in the background: a key that was withdrawn goes. */
const refreshAgeMs = 300_000;
/** A `kid` that is not in the set has it fetched again, at most this often. */
const coolDownMs = 5_000;
const timeoutMs = 2_000;

interface TokenKeysOptions {
  /** Of the JSON Web Key Set (RFC 7517). */
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly coolDownMs?: number;
}

/** Kept-alive connections are not worth it: a set is fetched every few minutes. */
async function fetchOnce(url: string, init: { readonly signal: AbortSignal }): Promise<Response> {
  const { statusCode, body } = await request(url, { signal: init.signal, reset: true });
  return new Response(await body.text(), { status: statusCode });
}

/** The auth service's public keys. */
export interface TokenKeys {
  /**
   * Resolves to the key of a `kid`. A set that was fetched once is used for as long as the auth service is away. Rejects with
   * SERVICE_UNAVAILABLE when there is no set yet, and with jose's error when the set has no such key.
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

  /** The set has a pause of its own after a success; here is the one after a failure. */
  const fetchSet = async (address: string, init: { readonly signal: AbortSignal }): Promise<Response> => {
    if (lastFailure !== null && now() - attemptedAt < pauseMs) throw lastFailure;
    attemptedAt = now();
    try {
      const response = await fetchOnce(address, init);
      lastFailure = response.ok ? null : new Error(`The key set was answered with ${response.status}.`);
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
      return await keys(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSENotSupported) throw error;
      // The set has no such key as far as is known, and cannot be fetched to see whether it is new.
      throw unavailable('Credentials cannot be checked at the moment.', error);
    }
  };
  const load = async () => {
    lastFailure = null;
    await keys.reload();
  };
  return { get, load };
}
