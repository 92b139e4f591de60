import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { LeadCopiesServiceService, type LeadCopy } from '@plotline/protos/plotline/pipeline/v1/lead_copies';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';

/** Page in the list of all lead ids. */
export interface LeadIdPage {
  readonly ids: readonly string[];
  /** Null on the last page. */
  readonly next: string | null;
  /** Number of leads in the workspace. */
  readonly total: number;
}

/** Reads leads and their related data from the services that own them. Every call rejects with a Problem. */
export interface LeadReader {
  /** Returns those of the given leads that exist. Accepts at most 100 ids. */
  find(caller: Caller, ids: readonly string[]): Promise<readonly LeadCopy[]>;
  /** Returns the page of ids after a cursor. The cursor of the first page is an empty string. */
  listIds(caller: Caller, cursor: string, limit: number): Promise<LeadIdPage>;
  /** Returns the names of properties and units by id. Leaves out unknown ids. */
  nameListings(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the email addresses of agents by id. Leaves out unknown ids. */
  findEmails(caller: Caller, agentIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Creates the reader from clients of pipeline, inventory and team. */
export function createLeadReader(peers: {
  readonly pipeline: Peer;
  readonly inventory: Peer;
  readonly team: Peer;
}): LeadReader {
  const { pipeline, inventory, team } = peers;
  return {
    find: async (caller, ids) => {
      if (ids.length === 0) return [];
      return (await pipeline.call(LeadCopiesServiceService.getLeadCopies, { ids: [...ids] }, { caller })).leads;
    },
    listIds: async (caller, cursor, limit) => {
      const request = { cursor, limit };
      const { ids, next_cursor, total } = await pipeline.call(LeadCopiesServiceService.listLeadIds, request, {
        caller,
      });
      return { ids, next: next_cursor || null, total };
    },
    nameListings: async (caller, ids) => {
      if (ids.length === 0) return new Map();
      const { listings } = await inventory.call(ListingsServiceService.getListings, { ids: [...ids] }, { caller });
      return new Map(listings.map(({ id, name }) => [id, name]));
    },
    findEmails: async (caller, agentIds) => {
      if (agentIds.length === 0) return new Map();
      const { agents } = await team.call(AgentsServiceService.getAgents, { ids: [...agentIds] }, { caller });
      return new Map(agents.map(({ id, email }) => [id, email]));
    },
  };
}
