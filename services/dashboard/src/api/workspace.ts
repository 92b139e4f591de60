import { useParams } from '@tanstack/react-router';
import { type ApiClient, type AuthClient, getApiClient, getAuthClient } from './client.js';
import { isMode, type Mode } from './mode.js';
import { type Capability, can, type Role } from './roles.js';
import { type Membership, useSession } from './session.js';

/** The mode that the address names. */
export function useMode(): Mode {
  const { mode } = useParams({ strict: false });
  return isMode(mode) ? mode : 'live';
}

/** The place of the person in the workspace that the address names. */
export function useMembership(): Membership {
  const { workspaceId } = useParams({ strict: false });
  const membership = useSession().memberships.find(({ workspace }) => workspace.id === workspaceId);
  if (!membership) throw new Error('This component belongs below the route of a workspace.');
  return membership;
}

/** The workspace that the address names. */
export function useWorkspace(): Membership['workspace'] {
  return useMembership().workspace;
}

export function useRole(): Role {
  return useMembership().role;
}

/** The agent that the person is in the mode. Who is nobody in the sandbox keeps the id of live, of which there are no records. */
export function useOwnAgentId(): string {
  const { agent_id: agentId, sandbox_agent_id: sandboxAgentId } = useMembership();
  return useMode() === 'sandbox' ? (sandboxAgentId ?? agentId) : agentId;
}

/** Whether the person's role lets them do it; what it does not is hidden. */
export function useCan(capability: Capability): boolean {
  return can(useRole(), capability);
}

/** What a page needs to ask for data: the clients, and the beginning of every query key of the workspace in this mode. */
export interface Tenant {
  readonly api: ApiClient;
  readonly auth: AuthClient;
  readonly key: readonly [workspaceId: string, mode: Mode];
}

export function useTenant(): Tenant {
  const { id } = useWorkspace();
  const mode = useMode();
  return { api: getApiClient(id, mode), auth: getAuthClient(id), key: [id, mode] };
}
