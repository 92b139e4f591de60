import type { Listings } from '@plotline/pipeline/peers/inventory';
import type { Agents } from '@plotline/pipeline/peers/team';
import type { Listing } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Agent } from '@plotline/protos/plotline/team/v1/agents';

function property(id: string, minPrice: number): Listing {
  const pricing = { currency: 'EUR', min_price: minPrice, max_price: minPrice * 4 };
  return {
    id,
    kind: 'property',
    name: `Property ${id}`,
    status: 'completed',
    property_id: id,
    price: undefined,
    pricing,
  };
}

function unit(id: string, propertyId: string, amount: number): Listing {
  const price = { amount, currency: 'EUR' };
  return {
    id,
    kind: 'unit',
    name: `Unit ${id}`,
    status: 'available',
    property_id: propertyId,
    price,
    pricing: undefined,
  };
}

function agent(id: string, name: string, status: string): Agent {
  const email = `${id}@example.com`;
  return {
    id,
    name,
    email,
    role: 'agent',
    status,
    team_id: '',
    active_since: 0,
    deactivated_at: 0,
    commission_rate: 0.03,
  };
}

/** Listings in the workspace `ws_test`. */
const knownListings: readonly Listing[] = [
  property('prop_river', 200_000),
  property('prop_hill', 500_000),
  unit('unit_a1', 'prop_river', 250_000),
  unit('unit_b2', 'prop_hill', 900_000),
];

const knownAgents: readonly Agent[] = [
  agent('agent_amira', 'Amira Haddad', 'active'),
  agent('agent_bruno', 'Bruno Costa', 'active'),
  agent('agent_invited', 'Ines Prado', 'invited'),
  agent('agent_gone', 'Gunnar Holm', 'inactive'),
  agent('agent_twin', 'Bruno Costa', 'active'),
];

/** Fake peers that count the calls to them. */
export interface CountingPeers {
  readonly listings: Listings;
  readonly agents: Agents;
  /** Returns the number of calls so far. */
  asked(): { readonly listings: number; readonly agents: number };
}

export function countingPeers(): CountingPeers {
  const count = { listings: 0, agents: 0 };
  const own = <T extends { readonly id: string }>(
    known: readonly T[],
    workspace: string,
    ids: readonly string[] = known.map(({ id }) => id),
  ): T[] => (workspace === 'ws_test' ? known.filter(({ id }) => ids.includes(id)) : []);
  const toFound = (reference: string, found: readonly { readonly id: string }[]) =>
    found.length > 0 ? [{ reference, count: found.length, id: found.length === 1 ? found[0]?.id : undefined }] : [];
  return {
    listings: {
      find: async (caller, ids) => {
        if (ids.length > 0) count.listings += 1;
        return own(knownListings, caller.workspaceId, ids);
      },
      findNamed: async (caller, references) =>
        references.flatMap((reference) => {
          const isNamed = ({ id, name }: Listing) => reference === id || reference === name;
          return toFound(reference, own(knownListings.filter(isNamed), caller.workspaceId));
        }),
    },
    agents: {
      find: async (caller, ids) => {
        if (ids.length > 0) count.agents += 1;
        return own(knownAgents, caller.workspaceId, ids);
      },
      findNamed: async (caller, references) =>
        references.flatMap((reference) => {
          const isNamed = ({ id, name, email }: Agent) => [id, name, email].includes(reference);
          return toFound(reference, own(knownAgents.filter(isNamed), caller.workspaceId));
        }),
    },
    asked: () => ({ ...count }),
  };
}
