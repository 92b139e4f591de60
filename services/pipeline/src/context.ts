import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import type { PeerAddresses } from './config.js';
import { leadJson } from './http/lead-json.js';
import { type Agents, askTeam } from './peers/agents.js';
import { askInventory, type Listings } from './peers/listings.js';
import { askTeamForReassignments, type Reassignments } from './peers/reassignments.js';
import { sellThroughInventory, type Units } from './peers/units.js';
import { Commissions } from './store/commissions.js';
import { Deals } from './store/deals.js';
import { Departures } from './store/departures.js';
import { Invoices } from './store/invoices.js';
import { leadCollection } from './store/lead-collection.js';
import { LeadIntake } from './store/lead-intake.js';
import { LeadPrices } from './store/lead-prices.js';
import { Leads } from './store/leads.js';
import { Repricings } from './store/repricings.js';
import { Sales } from './store/sales.js';
import { Tallies } from './store/tallies.js';

/** What the handlers of this service work with; built once, overridden in tests. */
export interface Context {
  readonly runtime: ServiceRuntime;
  readonly clock: Clock;
  readonly leads: Leads;
  readonly leadPrices: LeadPrices;
  readonly repricings: Repricings;
  readonly intake: LeadIntake;
  readonly deals: Deals;
  readonly invoices: Invoices;
  readonly commissions: Commissions;
  readonly sales: Sales;
  readonly tallies: Tallies;
  readonly departures: Departures;
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
  const { clock, secret } = runtime;
  const tallies = new Tallies(runtime);
  const collection = leadCollection(runtime);
  const leads = new Leads(runtime, collection, leadJson, tallies);
  const inventoryPeer = createPeer({ name: 'inventory', address: addresses.INVENTORY_GRPC, secret });
  const teamPeer = createPeer({ name: 'team', address: addresses.TEAM_GRPC, secret });
  return {
    runtime,
    clock,
    leads,
    leadPrices: new LeadPrices(runtime, collection, leads),
    repricings: new Repricings(runtime),
    intake: new LeadIntake(runtime, collection, leadJson, tallies),
    deals: new Deals(runtime),
    invoices: new Invoices(runtime),
    commissions: new Commissions(runtime),
    sales: new Sales(runtime),
    tallies,
    departures: new Departures(runtime),
    listings: askInventory(inventoryPeer),
    units: sellThroughInventory(inventoryPeer),
    agents: askTeam(teamPeer),
    reassignments: askTeamForReassignments(teamPeer),
    inventoryPeer,
    teamPeer,
    ...overrides,
  };
}
