import { DueQueue } from '@plotline/kit/jobs/due-queue';
import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import type { PeerAddresses } from './config.js';
import { toLeadJson } from './json/lead.js';
import { createListingsClient, createUnitsClient, type Listings, type Units } from './peers/inventory.js';
import { type Agents, createAgentsClient, createReassignmentsClient, type Reassignments } from './peers/team.js';
import { Counters } from './store/counters.js';
import { Commissions, Deals, Invoices } from './store/deals.js';
import { createLeadCollection } from './store/lead-collection.js';
import { LeadPrices } from './store/lead-prices.js';
import { LeadWriter } from './store/lead-writer.js';
import { Leads } from './store/leads.js';
import { Sales } from './store/sales.js';

/** Stores, peers and runtime of this service; built once, overridable in tests. */
export interface Context {
  readonly runtime: ServiceRuntime;
  readonly clock: Clock;
  readonly leads: Leads;
  readonly leadPrices: LeadPrices;
  readonly leadWriter: LeadWriter;
  readonly deals: Deals;
  readonly invoices: Invoices;
  readonly commissions: Commissions;
  readonly sales: Sales;
  readonly counters: Counters;
  /** Listings whose price changed: leads that are interested in them have an outdated price. */
  readonly priceRefreshQueue: DueQueue;
  /** Agents whose leads were reassigned: a request from before may still store a lead of theirs. */
  readonly reassignmentQueue: DueQueue;
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
  const { clock, callerKeys } = runtime;
  const counters = new Counters(runtime);
  const collection = createLeadCollection(runtime);
  const leads = new Leads(runtime, collection, toLeadJson, counters);
  const inventoryPeer = createPeer({ name: 'inventory', address: addresses.INVENTORY_GRPC, callerKeys });
  const teamPeer = createPeer({ name: 'team', address: addresses.TEAM_GRPC, callerKeys });
  return {
    runtime,
    clock,
    leads,
    leadPrices: new LeadPrices(runtime, collection, leads),
    leadWriter: new LeadWriter(runtime, collection, toLeadJson, counters),
    deals: new Deals(runtime),
    invoices: new Invoices(runtime),
    commissions: new Commissions(runtime),
    sales: new Sales(runtime),
    counters,
    priceRefreshQueue: new DueQueue(runtime, 'price_refresh_queue'),
    reassignmentQueue: new DueQueue(runtime, 'reassignment_queue'),
    listings: createListingsClient(inventoryPeer),
    units: createUnitsClient(inventoryPeer),
    agents: createAgentsClient(teamPeer),
    reassignments: createReassignmentsClient(teamPeer),
    inventoryPeer,
    teamPeer,
    ...overrides,
  };
}
