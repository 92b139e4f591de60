import { createContext, use } from 'react';
import { type ApiClient, type AuthClient, getApiClient, getAuthClient } from './client.js';
import type { Mode } from './mode.js';
import { type Capability, can, type Role } from './roles.js';
import type { Membership } from './session.js';

/** The workspace and mode in the page's address. */
interface Place {
  readonly membership: Membership;
  readonly mode: Mode;
}

/** The route of a workspace provides it. A context costs less than a look at the router in every card and link. */
export const PlaceContext = createContext<Place | undefined>(undefined);

function usePlace(): Place {
  const place = use(PlaceContext);
  if (!place) throw new Error('This component belongs below the route of a workspace.');
  return place;
}

/** Returns the mode in the page's address. */
export function useMode(): Mode {
  return usePlace().mode;
}

/** Returns the person's membership in the workspace in the page's address. */
export function useMembership(): Membership {
  return usePlace().membership;
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

/** The clients for a workspace in one mode, and the prefix of all their query keys. */
export interface Tenant {
  readonly api: ApiClient;
  readonly auth: AuthClient;
  readonly key: readonly [workspaceId: string, mode: Mode];
}

export function createTenant(id: string, mode: Mode): Tenant {
  return { api: getApiClient(id, mode), auth: getAuthClient(id), key: [id, mode] };
}

export function useTenant(): Tenant {
  const { id } = useWorkspace();
  return createTenant(id, useMode());
}
