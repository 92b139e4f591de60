import type { Peer } from '@plotline/kit/rpc/client';
import {
  VerificationServiceService,
  type VerifyKeyRequest,
  type VerifyKeyResponse,
} from '@plotline/protos/plotline/auth/v1/verification';
import DataLoader from 'dataloader';
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
 * end. What auth does not verify together is asked for by a call of its own.
 */
export function createVerifyTogether(auth: Peer, intervalMs = defaultIntervalMs): VerifyKey {
  const load = async (keys: readonly VerifyKeyRequest[]) =>
    (await auth.call(VerificationServiceService.verifyKeys, { keys: [...keys] }, {})).verifications;
  let lastAt = Number.NEGATIVE_INFINITY;
  const batchScheduleFn = (leave: () => void) => {
    const leaveNow = () => {
      lastAt = performance.now();
      leave();
    };
    const waitMs = lastAt + intervalMs - performance.now();
    if (waitMs > 0) setTimeout(leaveNow, waitMs);
    else setImmediate(leaveNow);
  };
  const loader = new DataLoader(load, { cache: false, maxBatchSize: maxKeys, batchScheduleFn });
  const verifyKey = createVerifyKey(auth);
  return async (request) => {
    const { key, verify_alone } = await loader.load(request);
    if (verify_alone) return verifyKey(request);
    return key ? fromKey(key) : null;
  };
}
