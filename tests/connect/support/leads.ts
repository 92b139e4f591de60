import type { LeadReader } from '@plotline/connect/peers/lead-reader';
import type { LeadCopy } from '@plotline/protos/plotline/pipeline/v1/lead_copies';

/** Leads in memory, in place of pipeline, inventory and team. */
export interface TestLeads extends LeadReader {
  readonly leads: Map<string, LeadCopy>;
  readonly listings: Map<string, string>;
  readonly agents: Map<string, string>;
  /** Adds or replaces a lead. */
  put(id: string, fields?: Partial<LeadCopy>): LeadCopy;
}

function pick(names: ReadonlyMap<string, string>, ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...names].filter(([id]) => ids.includes(id)));
}

export function createTestLeads(): TestLeads {
  const leads = new Map<string, LeadCopy>();
  const listings = new Map([['unit_1', 'Villa 9']]);
  const agents = new Map([['agent_1', 'sara@harbour.example']]);
  const isFound = (lead: LeadCopy | undefined): lead is LeadCopy => lead !== undefined;
  return {
    leads,
    listings,
    agents,
    put: (id, fields = {}) => {
      const defaults = { name: 'Noor Haddad', email: `${id}@example.com`, source: 'website', stage: 'new', score: 50 };
      const empty = {
        phone: undefined,
        assigned_agent: undefined,
        budget_min: undefined,
        budget_max: undefined,
        budget_currency: undefined,
        timeline: undefined,
        notes: undefined,
      };
      const lead = { id, ...defaults, ...empty, tags: [], deals: [], ...fields };
      leads.set(id, lead);
      return lead;
    },
    find: async (_caller, ids) => ids.map((id) => leads.get(id)).filter(isFound),
    listIds: async (_caller, cursor, limit) => {
      const start = Number(cursor || 0);
      const ids = [...leads.keys()];
      const end = start + limit;
      return { ids: ids.slice(start, end), next: end < ids.length ? String(end) : null, total: ids.length };
    },
    nameListings: async (_caller, ids) => pick(listings, ids),
    findEmails: async (_caller, ids) => pick(agents, ids),
  };
}
