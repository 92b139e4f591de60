import type { Clock } from '@plotline/kit/core/time';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { getQuotas, type Quotas } from '@plotline/protos/plotline/auth/v1/quotas';
import type { PeerAddresses } from './config.js';
import { createWorkspacesClient, type Workspaces } from './peers/auth.js';
import { createHoldsClient, type Holds } from './peers/holds.js';
import {
  type Construction,
  createConstructionClient,
  createListingsClient,
  createUnitsClient,
  type Listings,
  type Units,
} from './peers/inventory.js';
import { type Agents, createAgentsClient, createReassignmentsClient, type Reassignments } from './peers/team.js';
import { createStores, type Stores } from './stores.js';

/** Stores, peers and runtime of this service. Built once; tests override parts of it. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly clock: Clock;
  readonly listings: Listings;
  readonly units: Units;
  readonly holds: Holds;
  readonly construction: Construction;
  readonly agents: Agents;
  readonly reassignments: Reassignments;
  readonly workspaces: Workspaces;
  readonly authPeer: Peer;
  /** Returns the quotas of a plan; all unlimited when the operator has turned them off. */
  readonly quotasOf: (plan: string) => Quotas;
  readonly inventoryPeer: Peer;
  readonly teamPeer: Peer;
}

export function createContext(
  runtime: ServiceRuntime,
  addresses: PeerAddresses,
  overrides: Partial<Context> = {},
): Context {
  const { clock, callerKeys, metrics, transports } = runtime;
  const { openChannel } = transports;
  const inventoryPeer = createPeer({
    name: 'inventory',
    address: addresses.INVENTORY_GRPC,
    callerKeys,
    metrics,
    openChannel,
  });
  const authPeer = createPeer({ name: 'auth', address: addresses.AUTH_GRPC, callerKeys, metrics, openChannel });
  const teamPeer = createPeer({ name: 'team', address: addresses.TEAM_GRPC, callerKeys, metrics, openChannel });
  return {
    runtime,
    clock,
    ...createStores(runtime),
    listings: createListingsClient(inventoryPeer),
    units: createUnitsClient(inventoryPeer),
    holds: createHoldsClient(inventoryPeer),
    construction: createConstructionClient(inventoryPeer),
    agents: createAgentsClient(teamPeer),
    reassignments: createReassignmentsClient(teamPeer),
    workspaces: createWorkspacesClient(authPeer),
    quotasOf: (plan) => getQuotas(plan, addresses.QUOTAS),
    authPeer,
    inventoryPeer,
    teamPeer,
    ...overrides,
  };
}
