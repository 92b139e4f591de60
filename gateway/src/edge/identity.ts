import type { Actor } from '@plotline/kit/caller';
import type { VerifyKeyResponse } from '@plotline/protos/plotline/auth/v1/verification';

/** Who a credential is. */
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

/** The identity of an API key, which acts for its workspace. */
export function identityOfKey(answer: VerifyKeyResponse): Identity {
  return {
    actor: { type: 'key', id: answer.key_id, name: answer.key_name },
    workspaceId: answer.workspace_id,
    scopes: answer.scopes,
    plan: answer.plan,
    currency: answer.currency,
    expiresAt: answer.expires_at === 0 ? Number.POSITIVE_INFINITY : answer.expires_at,
  };
}
