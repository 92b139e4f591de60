import type { Mode } from '@plotline/kit/caller';
import { Problem, unavailable } from '@plotline/kit/errors';
import type { Peer } from '@plotline/kit/rpc/client';
import { VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import { type Identity, identityOfKey } from './identity.js';

/** Asks who a key is; resolves to null when it is nobody, rejects with SERVICE_UNAVAILABLE when nobody can say. */
export type VerifyKey = (key: string, mode: Mode) => Promise<Identity | null>;

/** Asks the auth service. */
export function createVerifyKey(auth: Peer): VerifyKey {
  return async (key, mode) => {
    try {
      return identityOfKey(await auth.call(VerificationServiceService.verifyKey, { key, mode }, {}));
    } catch (error) {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED') return null;
      throw unavailable('Credentials cannot be checked at the moment.', error);
    }
  };
}
