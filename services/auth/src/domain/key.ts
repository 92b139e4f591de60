import { invalid, Problem } from '@plotline/kit/errors';
import { parseScopes, type Scope } from './scope.js';

type KeyMode = 'live' | 'sandbox';

/** The prefix of the keys of each mode. */
export const keyPrefixes: Readonly<Record<KeyMode, string>> = { live: 'pl_live_', sandbox: 'pl_test_' };

/** An API key. Its value is not stored: only the holder has it. */
export interface Key {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Keyed hash of the value, by which the key is found. */
  readonly hash: string;
  /** Id of the secret that keys the hash; null for keys from before secrets had ids. */
  readonly hash_key_id: string | null;
  readonly last_four: string;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

/** The request to create a key, as received. */
interface KeyRequest {
  readonly name: string;
  readonly mode: string;
  readonly scopes: readonly string[];
  readonly expires_at: number;
}

export interface ParsedKeyRequest {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly expires_at: Date | null;
}

/** The request with its values checked and typed. Throws VALIDATION_ERROR. */
export function parseKeyRequest(request: KeyRequest, now: Date): ParsedKeyRequest {
  const { name, mode } = request;
  if (name.length < 1 || name.length > 100) throw invalid({ field: 'name', message: 'must have 1 to 100 characters' });
  if (mode !== 'live' && mode !== 'sandbox') throw invalid({ field: 'mode', message: 'must be one of: live, sandbox' });
  const parsedScopes = parseScopes(request.scopes);
  const expiresAt = request.expires_at === 0 ? null : new Date(request.expires_at);
  // Not `expiresAt <= now`: an invalid date compares false with everything.
  if (expiresAt && !(expiresAt > now)) throw invalid({ field: 'expires_at', message: 'must be in the future' });
  return { name, mode, scopes: parsedScopes, expires_at: expiresAt };
}

/** Throws UNAUTHORIZED unless the key can be used now, with the same message whatever the reason. */
export function assertUsable(key: Key | null, now: Date): asserts key is Key {
  if (!key || key.revoked_at || (key.expires_at && key.expires_at <= now)) {
    throw new Problem('UNAUTHORIZED', 'The credential is not valid.');
  }
}
