import { type Actor, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Peer } from '@plotline/kit/rpc/client';
import type { JobRequester } from '@plotline/kit/tasks/job';
import { AccessServiceService, type CheckAccessResponse } from '@plotline/protos/plotline/auth/v1/access';

/** Checks of current access to a workspace. */
export interface AccessChecks {
  /**
   * Returns whether the requester of an earlier export may still have its file. A key must still work. A person must
   * have been an active agent all the time, and must still be allowed to view everything that they could view then.
   * Rejects with SERVICE_UNAVAILABLE.
   */
  mayHaveFile(tenant: Tenant, requester: Pick<JobRequester, 'actor'>, since: Date): Promise<boolean>;
}

const rolesWithFullView: ReadonlySet<string | undefined> = new Set(['owner', 'admin']);

/** Returns whether a role may view everything that the former role was allowed to view. Viewers can't export. */
function viewsAsMuch(role: string, former: string | undefined): boolean {
  return rolesWithFullView.has(role) || (role === 'agent' && !rolesWithFullView.has(former));
}

/** Returns whether an actor still has the same access, according to the response of the auth service. */
export function keepsAccess({ is_active, role }: CheckAccessResponse, { type, role: former }: Actor): boolean {
  return is_active && (type !== 'user' || viewsAsMuch(role, former));
}

/** Creates access checks that call the auth service. */
export function createAccessChecks(auth: Pick<Peer, 'call'>): AccessChecks {
  return {
    mayHaveFile: async (tenant, { actor }, since) => {
      const caller = createSystemCaller(tenant, 'transfer', newId('req'));
      const request = { actor_type: actor.type, actor_id: actor.id, since: since.getTime() };
      return keepsAccess(await auth.call(AccessServiceService.checkAccess, request, { caller }), actor);
    },
  };
}
