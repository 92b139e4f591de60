import { invalid, Problem } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { Membership, VerificationServiceServer } from '@plotline/protos/plotline/auth/v1/verification';
import type { Context } from '../../context.js';
import type { Access } from '../../directory/api/access.js';
import { findUsed, recordActivity, recordWorkspaceUse } from '../../directory/api/record-activity.js';
import { findGrantAccess } from '../../oauth/api/grant-access.js';
import { findSignedIn } from '../../sessions/api/signed-in.js';
import { verifyKey, verifyKeys } from './verify-keys.js';

/** The most keys that one call may carry. */
const maxKeys = 500;

function refuse(): never {
  throw new Problem('UNAUTHORIZED', 'The credential is not valid.');
}

function toMembership({ workspace, agentId, sandboxAgentId, role, needsTwoFactor, activeSince }: Access): Membership {
  const { id, plan, currency } = workspace;
  return {
    workspace_id: id,
    plan,
    currency,
    agent_id: agentId,
    role,
    sandbox_agent_id: sandboxAgentId ?? undefined,
    needs_two_factor: needsTwoFactor || undefined,
    active_since: activeSince,
  };
}

/** VerificationService: answers the gateway whose credential a request carries. */
export function createVerificationService(context: Context, rpc: RpcAdapter): VerificationServiceServer {
  return {
    verifyKey: rpc((request, { log }) => verifyKey(context, request, log)),
    verifyKeys: rpc(async ({ keys }, { log }) => {
      if (keys.length > maxKeys) throw invalid({ field: 'keys', message: `must have at most ${maxKeys} keys` });
      return { verifications: await verifyKeys(context, keys, log) };
    }),
    verifySession: rpc(async ({ token, workspace_id, with_missing_factor = false }, { log }) => {
      const signedIn = await findSignedIn(context, token);
      // Where a second factor is required and missing, a session is good for setting one up, and for nothing in the API.
      const told = signedIn?.access.filter(({ needsTwoFactor }) => with_missing_factor || !needsTwoFactor) ?? [];
      if (!signedIn || told.length === 0) return refuse();
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
    }),
    verifyGrant: rpc(async ({ grant_id, address, with_missing_factor = false }, { log }) => {
      const found = await findGrantAccess(context, await context.grants.find(grant_id));
      if (!found || (found.access.needsTwoFactor && !with_missing_factor)) return refuse();
      const { grant, person, access } = found;
      const { agentId, role } = access;
      if (!access.needsTwoFactor) {
        // Not awaited: the answer does not depend on it.
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
