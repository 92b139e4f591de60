import { conflict, invalid } from '@plotline/kit/core/errors';
import { parseName } from '../../directory/model/name.js';
import { parseScopes, type Scope } from './scope.js';

type Mode = 'live' | 'sandbox';

/** Prefixes of key values by mode. */
export const keyPrefixes: Readonly<Record<Mode, string>> = { live: 'pl_live_', sandbox: 'pl_test_' };

/** An API key. The value isn't stored; only the key's holder has it. */
export interface Key {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Keyed hash of the value, to find the key. */
  readonly hash: string;
  /** Id of the secret that the hash was computed with. */
  readonly hash_key_id: string;
  readonly last_four: string;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly created_by: KeyCreator;
  /** True if the key works only while its creator is active. */
  readonly revoke_with_creator?: boolean;
  /** Id of the key that replaces this key; absent until it is replaced. */
  readonly successor_id?: string;
}

/** A key and its mode, which is the mode of its database. */
export type KeyOfMode = Key & { readonly mode: Mode };

/** The person or system that created a key. */
export interface KeyCreator {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** The person's agent in the workspace. */
  readonly agentId?: string;
}

/** A request to create a key, as received. */
interface KeyRequest {
  readonly name: string;
  readonly mode: string;
  readonly scopes: readonly string[];
  readonly expires_at: number;
}

export interface ParsedKeyRequest {
  readonly name: string;
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  readonly expires_at: Date | null;
  readonly revoke_with_creator?: boolean;
}

/** Parses a request. Throws VALIDATION_ERROR. */
export function parseKeyRequest(request: KeyRequest, now: Date): ParsedKeyRequest {
  const { mode } = request;
  const name = parseName(request.name, 100);
  if (mode !== 'live' && mode !== 'sandbox') throw invalid({ field: 'mode', message: 'must be one of: live, sandbox' });
  const parsedScopes = parseScopes(request.scopes);
  const expiresAt = request.expires_at === 0 ? null : new Date(request.expires_at);
  // Not `expiresAt <= now`, because comparisons with an invalid date are always false.
  if (expiresAt && !(expiresAt > now)) throw invalid({ field: 'expires_at', message: 'must be in the future' });
  return { name, mode, scopes: parsedScopes, expires_at: expiresAt };
}

/** Checks whether the key works now. */
export function isUsable({ revoked_at, expires_at }: Key, now: Date): boolean {
  return !revoked_at && !(expires_at && expires_at <= now);
}

const dayMs = 24 * 3_600_000;

/**
 * Returns the replaced key, which expires after the overlap or at its own earlier expiry. Throws CONFLICT if the key no
 * longer works or was already replaced, because a second successor would inherit the end of the overlap as its expiry.
 */
export function replaceKey(key: Key, successorId: string, overlapDays: number, now: Date): Key {
  if (!isUsable(key, now)) throw conflict('The key was revoked or has expired. Create another one.');
  if (key.successor_id) throw conflict(`The key was already replaced. Replace ${key.successor_id} instead.`);
  const end = now.getTime() + overlapDays * dayMs;
  const expires_at = new Date(Math.min(end, key.expires_at?.getTime() ?? end));
  return { ...key, expires_at, successor_id: successorId };
}
