import type { Clock, Foundation } from '@plotline/kit/foundation';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import type { PeerAddresses } from './config.js';
import { leadJson } from './http/lead-json.js';
import { type Agents, askTeam } from './peers/agents.js';
import { askTeamForHandovers, type Handovers } from './peers/handovers.js';
import { askInventory, type Listings } from './peers/listings.js';
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
  readonly foundation: Foundation;
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
  readonly handovers: Handovers;
  readonly inventoryPeer: Peer;
  readonly teamPeer: Peer;
}

export function createContext(
  foundation: Foundation,
  addresses: PeerAddresses,
  overrides: Partial<Context> = {},
): Context {
  const { clock, secret } = foundation;
  const tallies = new Tallies(foundation);
  const collection = leadCollection(foundation);
  const leads = new Leads(foundation, collection, leadJson, tallies);
  const inventoryPeer = createPeer({ name: 'inventory', address: addresses.INVENTORY_GRPC, secret });
  const teamPeer = createPeer({ name: 'team', address: addresses.TEAM_GRPC, secret });
  return {
    foundation,
    clock,
    leads,
    leadPrices: new LeadPrices(foundation, collection, leads),
    repricings: new Repricings(foundation),
    intake: new LeadIntake(foundation, collection, leadJson, tallies),
    deals: new Deals(foundation),
    invoices: new Invoices(foundation),
    commissions: new Commissions(foundation),
    sales: new Sales(foundation),
    tallies,
    departures: new Departures(foundation),
    listings: askInventory(inventoryPeer),
    units: sellThroughInventory(inventoryPeer),
    agents: askTeam(teamPeer),
    handovers: askTeamForHandovers(teamPeer),
    inventoryPeer,
    teamPeer,
    ...overrides,
  };
}
