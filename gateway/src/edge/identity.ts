import type { Actor, Mode } from '@plotline/kit/caller';
import { Problem, unavailable } from '@plotline/kit/errors';
import type { Peer } from '@plotline/kit/rpc/client';
import { VerificationServiceService, type VerifyKeyResponse } from '@plotline/protos/plotline/auth/v1/verification';

/** Whom a credential stands for, and what it may do. */
export interface Identity {
  readonly actor: Actor;
  readonly workspaceId: string;
  readonly scopes: readonly string[];
  readonly plan: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Milliseconds since the epoch; Infinity for a credential that does not expire. */
  readonly expiresAt: number;
}

/**
 * Resolves to the identity of an API key, or to null when the key is unknown, expired or revoked; rejects with
 * SERVICE_UNAVAILABLE when the auth service does not answer.
 */
export type VerifyKey = (key: string, mode: Mode) => Promise<Identity | null>;

function toIdentity(response: VerifyKeyResponse): Identity {
  return {
    actor: { type: 'key', id: response.key_id, name: response.key_name },
    workspaceId: response.workspace_id,
    scopes: response.scopes,
    plan: response.plan,
    currency: response.currency,
    expiresAt: response.expires_at === 0 ? Number.POSITIVE_INFINITY : response.expires_at,
  };
}

/** Verifies keys by the auth service's RPC VerifyKey. */
export function createVerifyKey(auth: Peer): VerifyKey {
  return async (key, mode) => {
    try {
      return toIdentity(await auth.call(VerificationServiceService.verifyKey, { key, mode }, {}));
    } catch (error) {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED') return null;
      throw unavailable('Credentials cannot be checked at the moment.', error);
    }
  };
}
