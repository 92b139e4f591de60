import { type Actor, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Peer } from '@plotline/kit/rpc/client';
import type { JobRequester } from '@plotline/kit/tasks/job';
import { AccessServiceService, type CheckAccessResponse } from '@plotline/protos/plotline/auth/v1/access';

/** Who still has access to a workspace. */
export interface AccessChecks {
  /**
   * Whether somebody who asked for an export at a time may still have its file: the key works; or the person is an active agent without
   * a break since then, and views what they viewed then. Rejects with SERVICE_UNAVAILABLE.
   */
  mayHaveFile(tenant: Tenant, requester: Pick<JobRequester, 'actor'>, since: Date): Promise<boolean>;
}

const rolesWithFullView: ReadonlySet<string | undefined> = new Set(['owner', 'admin']);

/** Whether somebody of the role views all that somebody of the former role did; viewers export nothing. */
function viewsAsMuch(role: string, former: string | undefined): boolean {
  return rolesWithFullView.has(role) || (role === 'agent' && !rolesWithFullView.has(former));
}

/** Whether somebody who had access still has the access of then, as the auth service tells it. */
export function keepsAccess({ is_active, role }: CheckAccessResponse, { type, role: former }: Actor): boolean {
  return is_active && (type !== 'user' || viewsAsMuch(role, former));
}

/** Asks the auth service. */
export function createAccessChecks(auth: Pick<Peer, 'call'>): AccessChecks {
  return {
    mayHaveFile: async (tenant, { actor }, since) => {
      const caller = createSystemCaller(tenant, 'transfer', newId('req'));
      const request = { actor_type: actor.type, actor_id: actor.id, since: since.getTime() };
      return keepsAccess(await auth.call(AccessServiceService.checkAccess, request, { caller }), actor);
    },
  };
}
