import { Problem } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { VerificationServiceServer } from '@plotline/protos/plotline/auth/v1/verification';
import type { Context } from '../../context.js';
import type { Access } from '../../directory/api/access.js';
import { toMembership } from '../../directory/api/membership.js';
import { recordActivity } from '../../directory/api/record-activity.js';
import { findSignedIn } from './signed-in.js';
import { findUsed, recordWorkspaceUse } from './workspace-use.js';

/** Creates the part of VerificationService that verifies session tokens: it tells the gateway who is signed in. */
export function createSessionVerification(
  context: Context,
  rpc: RpcAdapter,
): Pick<VerificationServiceServer, 'verifySession'> {
  return {
    verifySession: rpc(
      async ({ token, workspace_id, with_missing_factor = false, with_suspended = false }, { log }) => {
        const signedIn = await findSignedIn(context, token);
        // If a second factor is required and missing, a session can be used to set it up, but not for the API.
        const isTold = ({ needsTwoFactor, suspension }: Access) =>
          (with_missing_factor || !needsTwoFactor) && (with_suspended || suspension === null);
        const told = signedIn?.access.filter(isTold) ?? [];
        if (!signedIn || told.length === 0) throw new Problem('UNAUTHORIZED', 'The credential is not valid.');
        const { session, person } = signedIn;
        const used = findUsed(told, workspace_id);
        if (used) {
          recordActivity(context, used, log);
          recordWorkspaceUse(context, signedIn, used, log);
        }
        return {
          identity: {
            credential_id: session.id,
            person_id: person.id,
            name: person.name,
            scopes: ['admin'],
            expires_at: session.expires_at.getTime(),
            memberships: told.map(toMembership),
          },
        };
      },
    ),
  };
}
