import { invalid, Problem } from '@plotline/kit/errors';
import { isScope, type Scope, scopes } from './scope.js';

export type KeyMode = 'live' | 'sandbox';

/** What keys of each mode begin with. */
export const keyPrefixes: Readonly<Record<KeyMode, string>> = { live: 'pl_live_', sandbox: 'pl_test_' };

/** An API key. Its value is not here: only the holder has it. */
export interface Key {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Hash of the value, keyed; what a key is found by. */
  readonly hash: string;
  readonly last_four: string;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
}

/** What the creation of a key asks for, as it came over the wire. */
export interface KeyRequest {
  readonly name: string;
  readonly mode: string;
  readonly scopes: readonly string[];
  readonly expires_at: number;
}

export interface CheckedKeyRequest {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly expires_at: Date | null;
}

/** The request with its values understood. Throws VALIDATION_ERROR. */
export function checkKeyRequest(request: KeyRequest, now: Date): CheckedKeyRequest {
  const { name, mode } = request;
  if (name.length < 1 || name.length > 100) throw invalid({ field: 'name', message: 'must have 1 to 100 characters' });
  if (mode !== 'live' && mode !== 'sandbox') throw invalid({ field: 'mode', message: 'must be one of: live, sandbox' });
  const known = request.scopes.filter(isScope);
  if (known.length === 0 || known.length < request.scopes.length) {
    throw invalid({ field: 'scopes', message: `must be some of: ${scopes.join(', ')}` });
  }
  const expires = request.expires_at === 0 ? null : new Date(request.expires_at);
  // Not the reverse comparison: what is no date at all is after nothing.
  if (expires && !(expires > now)) throw invalid({ field: 'expires_at', message: 'must be in the future' });
  return { name, mode, scopes: [...new Set(known)], expires_at: expires };
}

/** Throws UNAUTHORIZED unless the key can be used now. The reason is not told apart. */
export function assertUsable(key: Key | null, now: Date): asserts key is Key {
  if (!key || key.revoked_at || (key.expires_at && key.expires_at <= now)) {
    throw new Problem('UNAUTHORIZED', 'The credential is not valid.');
  }
}
