import type { Clock } from '@plotline/kit/core/time';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { PeerAddresses } from './config.js';
import { createListingsClient, createUnitsClient, type Listings, type Units } from './peers/inventory.js';
import { type Agents, createAgentsClient, createReassignmentsClient, type Reassignments } from './peers/team.js';
import { createStores, type Stores } from './stores.js';

/** Stores, peers and runtime of this service. Built once; tests can override parts. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly clock: Clock;
  readonly listings: Listings;
  readonly units: Units;
  readonly agents: Agents;
  readonly reassignments: Reassignments;
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
  const teamPeer = createPeer({ name: 'team', address: addresses.TEAM_GRPC, callerKeys, metrics, openChannel });
  return {
    runtime,
    clock,
    ...createStores(runtime),
    listings: createListingsClient(inventoryPeer),
    units: createUnitsClient(inventoryPeer),
    agents: createAgentsClient(teamPeer),
    reassignments: createReassignmentsClient(teamPeer),
    inventoryPeer,
    teamPeer,
    ...overrides,
  };
}
