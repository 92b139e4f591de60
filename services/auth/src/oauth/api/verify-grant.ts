import { Problem } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { VerificationServiceServer } from '@plotline/protos/plotline/auth/v1/verification';
import type { Context } from '../../context.js';
import { toMembership } from '../../directory/api/membership.js';
import { recordActivity } from '../../directory/api/record-activity.js';
import { findGrantAccess } from './grant-access.js';

/**
 * Creates the part of VerificationService that verifies grants: it tells the gateway who gave the grant of an access
 * token.
 */
export function createGrantVerification(
  context: Context,
  rpc: RpcAdapter,
): Pick<VerificationServiceServer, 'verifyGrant'> {
  return {
    verifyGrant: rpc(async ({ grant_id, address, with_missing_factor = false, with_suspended = false }, { log }) => {
      const found = await findGrantAccess(context, await context.grants.find(grant_id));
      const isRefused =
        !found ||
        (found.access.needsTwoFactor && !with_missing_factor) ||
        (found.access.suspension !== null && !with_suspended);
      if (isRefused) {
        throw new Problem('UNAUTHORIZED', 'The credential is not valid.');
      }
      const { grant, person, access } = found;
      const { agentId, role } = access;
      if (!access.needsTwoFactor && access.suspension === null) {
        // Not awaited, because the response doesn't depend on the record of the first use.
        context.grants
          .recordUse(grant, { type: 'user', id: person.id, name: person.name, role, agentId }, address)
          .catch((error: unknown) => log.warn({ err: error }, 'first use not recorded'));
        recordActivity(context, access, log);
      }
      return {
        identity: {
          credential_id: grant.id,
          person_id: person.id,
          name: person.name,
          scopes: [...grant.scopes],
          expires_at: grant.expires_at.getTime(),
          memberships: [toMembership(access)],
        },
      };
    }),
  };
}
