import { createBatcher } from '@plotline/kit/core/batcher';
import { defaultPlace } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import {
  type KeyVerification,
  VerificationServiceService,
  type VerifyKeyRequest,
  type VerifyKeyResponse,
} from '@plotline/protos/plotline/auth/v1/verification';
import { toSettings, type VerifiedCredential } from './identity.js';

/** The maximum that the auth service accepts. */
const maxKeys = 500;
/** Minimum time between two batches. Keys that arrive in between go into the next batch. */
const defaultIntervalMs = 10;

/**
 * Resolves to the credential of a key, or null for an invalid key. Rejects with the errors of calls to the auth
 * service.
 */
export type VerifyKey = (request: VerifyKeyRequest) => Promise<VerifiedCredential | null>;

/** On the wire, 0 stands for never. */
export const toExpiry = (expiresAt: number) => (expiresAt === 0 ? Number.POSITIVE_INFINITY : expiresAt);

function fromKey(key: VerifyKeyResponse): VerifiedCredential {
  const identity = {
    actor: { type: 'key', id: key.key_id, name: key.key_name },
    credentialId: key.key_id,
    workspaceId: key.workspace_id,
    scopes: key.scopes,
    plan: key.plan,
    currency: key.currency,
    country: key.country,
    timeZone: key.time_zone || defaultPlace.timeZone,
    ...toSettings(key.settings),
    suspension: key.suspension,
  } as const;
  return { id: key.key_id, expiresAt: toExpiry(key.expires_at), identities: [identity] };
}

/** Creates a function that verifies each key in a separate call. The call rejects an invalid key with UNAUTHORIZED. */
function createVerifyKey(auth: Peer): VerifyKey {
  return (request) => auth.call(VerificationServiceService.verifyKey, request, {}).then(fromKey);
}

/**
 * Creates a function that verifies keys in batches. A single key is sent immediately. Keys that arrive within the
 * interval after a call are sent together when the interval ends. A key that the auth service can't verify in a batch
 * takes a separate call.
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
