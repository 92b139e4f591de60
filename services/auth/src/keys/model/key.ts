import { conflict, invalid } from '@plotline/kit/core/errors';
import { parseName } from '../../directory/model/name.js';
import { parseScopes, type Scope } from './scope.js';

type Mode = 'live' | 'sandbox';

/** The prefix of the keys of each mode. */
export const keyPrefixes: Readonly<Record<Mode, string>> = { live: 'pl_live_', sandbox: 'pl_test_' };

/** An API key. Its value is not stored: only the holder has it. */
export interface Key {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Keyed hash of the value, by which the key is found. */
  readonly hash: string;
  /** Id of the secret that keys the hash. */
  readonly hash_key_id: string;
  readonly last_four: string;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly created_by: KeyCreator;
  /** The key is good only while its creator is active. */
  readonly revoke_with_creator?: boolean;
  /** Id of the key that replaces it; absent until then. */
  readonly successor_id?: string;
}

/** A key with the mode that it belongs to: that of the database it is stored in. */
export type KeyOfMode = Key & { readonly mode: Mode };

/** Who created a key: a person, or the system. */
export interface KeyCreator {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** The person's agent in the workspace. */
  readonly agentId?: string;
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
  readonly mode: Mode;
  readonly scopes: readonly Scope[];
  readonly expires_at: Date | null;
  readonly revoke_with_creator?: boolean;
}

/** The request with its values checked and typed. Throws VALIDATION_ERROR. */
export function parseKeyRequest(request: KeyRequest, now: Date): ParsedKeyRequest {
  const { mode } = request;
  const name = parseName(request.name, 100);
  if (mode !== 'live' && mode !== 'sandbox') throw invalid({ field: 'mode', message: 'must be one of: live, sandbox' });
  const parsedScopes = parseScopes(request.scopes);
  const expiresAt = request.expires_at === 0 ? null : new Date(request.expires_at);
  // Not `expiresAt <= now`: an invalid date compares false with everything.
  if (expiresAt && !(expiresAt > now)) throw invalid({ field: 'expires_at', message: 'must be in the future' });
  return { name, mode, scopes: parsedScopes, expires_at: expiresAt };
}

/** Whether the key can be used now. */
export function isUsable({ revoked_at, expires_at }: Key, now: Date): boolean {
  return !revoked_at && !(expires_at && expires_at <= now);
}

const dayMs = 24 * 3_600_000;

/**
 * The key that is replaced: it expires after the overlap, or earlier if it would have. Throws CONFLICT when it cannot be used, or was
 * replaced before: a second successor would take over the end of the overlap as its own expiry.
 */
export function replaceKey(key: Key, successorId: string, overlapDays: number, now: Date): Key {
  if (!isUsable(key, now)) throw conflict('The key was revoked or has expired; create another.');
  if (key.successor_id) throw conflict(`The key was rotated already; rotate ${key.successor_id}, which replaces it.`);
  const end = now.getTime() + overlapDays * dayMs;
  const expires_at = new Date(Math.min(end, key.expires_at?.getTime() ?? end));
  return { ...key, expires_at, successor_id: successorId };
}
