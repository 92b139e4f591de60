import { useParams } from '@tanstack/react-router';
import { type ApiClient, type AuthClient, getApiClient, getAuthClient } from './client.js';
import { isMode, type Mode } from './mode.js';
import { type Capability, can, type Role } from './roles.js';
import { type Membership, useSession } from './session.js';

/** Returns the mode in the page's address. */
export function useMode(): Mode {
  const { mode } = useParams({ strict: false });
  return isMode(mode) ? mode : 'live';
}

/** Returns the person's membership in the workspace in the page's address. */
export function useMembership(): Membership {
  const { workspaceId } = useParams({ strict: false });
  const membership = useSession().memberships.find(({ workspace }) => workspace.id === workspaceId);
  if (!membership) throw new Error('This component belongs below the route of a workspace.');
  return membership;
}

/** Returns the workspace in the page's address. */
export function useWorkspace(): Membership['workspace'] {
  return useMembership().workspace;
}

export function useRole(): Role {
  return useMembership().role;
}

/**
 * Returns the person's agent id in this mode. Without a sandbox agent, returns the live id, which has no sandbox
 * records.
 */
export function useOwnAgentId(): string {
  const { agent_id: agentId, sandbox_agent_id: sandboxAgentId } = useMembership();
  return useMode() === 'sandbox' ? (sandboxAgentId ?? agentId) : agentId;
}

/** Checks whether the person's role allows an action. Screens hide actions that it doesn't allow. */
export function useCan(capability: Capability): boolean {
  return can(useRole(), capability);
}

/** Returns the clients for the current workspace and mode, and the prefix of all their query keys. */
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
