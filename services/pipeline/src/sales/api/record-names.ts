import type { Caller } from '@plotline/kit/core/caller';
import type { AddNames } from '@plotline/kit/rpc/read-records';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';
import type { Task } from '../../tasks/model/task.js';

export type NameSources = Pick<Context, 'agents' | 'listings' | 'leads'>;
type Id = string | null;

/** Fields of a deal, an invoice or a commission that refer to other records. Each kind of record has some of them. */
export interface SaleReferences {
  readonly lead_id?: Id;
  readonly property_id?: Id;
  readonly unit_id?: Id;
  readonly agent_id?: Id;
}

interface Person {
  readonly name: string;
  readonly email: string;
}

function uniqueIds(ids: readonly (Id | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

async function findAgents({ agents }: NameSources, caller: Caller, ids: readonly (Id | undefined)[]) {
  const found = await agents.find(caller, uniqueIds(ids));
  return new Map<string, Person>(found.map((agent) => [agent.id, agent]));
}

export async function findBuyers({ leads }: NameSources, caller: Caller, ids: readonly (Id | undefined)[]) {
  const wanted = uniqueIds(ids);
  const found = wanted.length > 0 ? await leads.getAll(caller, wanted) : [];
  return new Map<string, Person>(found.map((lead) => [lead.id, lead]));
}

/** Finds the names of listings, except those that are hidden from the caller. */
export async function findListingNames({ listings }: NameSources, caller: Caller, ids: readonly (Id | undefined)[]) {
  const found = await listings.find(caller, uniqueIds(ids));
  return new Map(found.flatMap(({ id, name, hidden }): [string, string][] => (hidden ? [] : [[id, name]])));
}

/** Adds the names of the agent and the interested listings to a page of leads. */
export function addLeadNames(sources: NameSources): AddNames<Pick<Lead, 'assigned_agent' | 'interested_properties'>> {
  return async (caller, leads) => {
    const [agents, listings] = await Promise.all([
      findAgents(
        sources,
        caller,
        leads.map(({ assigned_agent }) => assigned_agent),
      ),
      findListingNames(
        sources,
        caller,
        leads.flatMap(({ interested_properties }) => interested_properties),
      ),
    ]);
    return leads.map((lead) => {
      const agent = agents.get(lead.assigned_agent ?? '');
      return {
        ...lead,
        assigned_agent_name: agent?.name ?? null,
        assigned_agent_email: agent?.email ?? null,
        interested_property_names: lead.interested_properties.flatMap((id) => listings.get(id) ?? []),
      };
    });
  };
}

/** Adds the names of the lead and the agent to a page of tasks. */
export function addTaskNames(sources: NameSources): AddNames<Pick<Task, 'lead_id' | 'assigned_agent'>> {
  return async (caller, tasks) => {
    const [leads, agents] = await Promise.all([
      findBuyers(
        sources,
        caller,
        tasks.map(({ lead_id }) => lead_id),
      ),
      findAgents(
        sources,
        caller,
        tasks.map(({ assigned_agent }) => assigned_agent),
      ),
    ]);
    return tasks.map((task) => {
      const lead = leads.get(task.lead_id);
      const agent = agents.get(task.assigned_agent ?? '');
      return {
        ...task,
        lead_name: lead?.name ?? null,
        lead_email: lead?.email ?? null,
        assigned_agent_name: agent?.name ?? null,
        assigned_agent_email: agent?.email ?? null,
      };
    });
  };
}

/** Adds the names of the buyer, the property, the unit and the agent to a page of deals, invoices or commissions. */
export function addSaleNames(sources: NameSources): AddNames<SaleReferences> {
  return async (caller, records) => {
    const [buyers, listings, agents] = await Promise.all([
      findBuyers(
        sources,
        caller,
        records.map(({ lead_id }) => lead_id),
      ),
      findListingNames(
        sources,
        caller,
        records.flatMap(({ property_id, unit_id }) => [property_id, unit_id]),
      ),
      findAgents(
        sources,
        caller,
        records.map(({ agent_id }) => agent_id),
      ),
    ]);
    return records.map((record) => {
      const { lead_id, property_id, unit_id, agent_id } = record;
      const buyer = buyers.get(lead_id ?? '');
      const agent = agents.get(agent_id ?? '');
      return {
        ...record,
        ...(lead_id !== undefined && { lead_name: buyer?.name ?? null, lead_email: buyer?.email ?? null }),
        ...(property_id !== undefined && { property_name: listings.get(property_id ?? '') ?? null }),
        ...(unit_id !== undefined && { unit_name: listings.get(unit_id ?? '') ?? null }),
        ...(agent_id !== undefined && { agent_name: agent?.name ?? null, agent_email: agent?.email ?? null }),
      };
    });
  };
}
