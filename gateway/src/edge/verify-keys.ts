import { createBatcher } from '@plotline/kit/core/batcher';
import type { Peer } from '@plotline/kit/rpc/client';
import {
  type KeyVerification,
  VerificationServiceService,
  type VerifyKeyRequest,
  type VerifyKeyResponse,
} from '@plotline/protos/plotline/auth/v1/verification';
import type { VerifiedCredential } from './identity.js';

/** As many as the auth service takes. */
const maxKeys = 500;
/** Calls of the auth service for several keys begin so far apart at least: what is asked meanwhile goes into one. */
const defaultIntervalMs = 10;

/** Resolves to whom a key stands for, null for an invalid one; rejects as calls of the auth service do. */
export type VerifyKey = (request: VerifyKeyRequest) => Promise<VerifiedCredential | null>;

/** On the wire 0 stands for never. */
export const toExpiry = (expiresAt: number) => (expiresAt === 0 ? Number.POSITIVE_INFINITY : expiresAt);

function fromKey(key: VerifyKeyResponse): VerifiedCredential {
  const identity = {
    actor: { type: 'key', id: key.key_id, name: key.key_name },
    credentialId: key.key_id,
    workspaceId: key.workspace_id,
    scopes: key.scopes,
    plan: key.plan,
    currency: key.currency,
  } as const;
  return { id: key.key_id, expiresAt: toExpiry(key.expires_at), identities: [identity] };
}

/** Verifies each key by a call of its own; an invalid one rejects with UNAUTHORIZED. */
function createVerifyKey(auth: Peer): VerifyKey {
  return (request) => auth.call(VerificationServiceService.verifyKey, request, {}).then(fromKey);
}

/**
 * Verifies keys together. A key alone is asked for at once; those that come within the interval after a call leave together at its
 * end. A key that auth does not verify together is asked for by a call of its own.
 */
export function createVerifyTogether(auth: Peer, intervalMs = defaultIntervalMs): VerifyKey {
  const verifyTogether = createBatcher<VerifyKeyRequest, ReadonlyMap<VerifyKeyRequest, KeyVerification | undefined>>({
    key: () => '',
    maxBatch: maxKeys,
    isConcurrent: true,
    toIntervalMs: () => intervalMs,
    run: async (keys) => {
      const { verifications } = await auth.call(VerificationServiceService.verifyKeys, { keys: [...keys] }, {});
      return new Map(keys.map((key, place) => [key, verifications[place]]));
    },
  });
  const verifyKey = createVerifyKey(auth);
  return async (request) => {
    const verification = (await verifyTogether(request)).get(request);
    if (!verification || verification.verify_alone) return verifyKey(request);
    return verification.key ? fromKey(verification.key) : null;
  };
}
