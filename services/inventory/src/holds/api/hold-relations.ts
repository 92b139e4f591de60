import type { Caller } from '@plotline/kit/core/caller';
import type { AddNames } from '@plotline/kit/rpc/read-records';
import type { Context } from '../../context.js';
import type { Unit } from '../../units/model/unit.js';
import { canView } from '../../units/model/visibility.js';
import type { Hold } from '../model/hold.js';

/** Values of `expand` for holds. */
export type Relation = 'unit' | 'lead' | 'agent';

/** Fields by which relations are fetched. */
type RelatedHold = Pick<Hold, 'unit_id' | 'property_id' | 'lead_id' | 'agent_id'>;

type Sources = Pick<Context, 'units' | 'properties' | 'leads' | 'agents' | 'visibilityOf'>;

const toMap = <T extends { readonly id: string }>(records: readonly T[]) =>
  new Map(records.map((one) => [one.id, one]));
const unique = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))];

/** Finds the units of holds that the caller may view. */
async function findUnits({ units, visibilityOf }: Sources, caller: Caller, ids: readonly string[]): Promise<Unit[]> {
  const found = ids.length === 0 ? [] : await units.getMany(caller, ids);
  const allowed = await visibilityOf(caller, found);
  return found.filter((unit) => canView(allowed, unit));
}

function toUnitReference({ id, property_id, name, unit_number, status, price }: Unit) {
  return { id, property_id, name, unit_number, status, price: { amount: price.amount, currency: price.currency } };
}

/**
 * Fetches the given relations of holds with one call for each relation. Resolves to a function that returns the keys to
 * add to a hold's JSON. The value is null for a deleted record, or for a unit that the caller may not view.
 */
export async function fetchRelations(
  context: Sources,
  caller: Caller,
  holds: readonly RelatedHold[],
  expand: readonly Relation[] = [],
): Promise<(hold: RelatedHold) => object> {
  const idsOf = (relation: Relation, ids: readonly (string | null)[]) => (expand.includes(relation) ? unique(ids) : []);
  const [foundUnits, foundLeads, foundAgents] = await Promise.all([
    findUnits(
      context,
      caller,
      idsOf(
        'unit',
        holds.map(({ unit_id }) => unit_id),
      ),
    ),
    context.leads.getLeads(
      caller,
      idsOf(
        'lead',
        holds.map(({ lead_id }) => lead_id),
      ),
    ),
    context.agents.getAgents(
      caller,
      idsOf(
        'agent',
        holds.map(({ agent_id }) => agent_id),
      ),
    ),
  ]);
  const unitById = toMap(foundUnits.map(toUnitReference));
  const leadById = toMap(foundLeads.map(({ id, name, email, phone, stage }) => ({ id, name, email, phone, stage })));
  const agentById = toMap(foundAgents.map(({ id, name, email }) => ({ id, name, email })));
  return ({ unit_id, lead_id, agent_id }) => ({
    ...(expand.includes('unit') && { unit: unitById.get(unit_id) ?? null }),
    ...(expand.includes('lead') && { lead: leadById.get(lead_id) ?? null }),
    ...(expand.includes('agent') && { agent: agentById.get(agent_id ?? '') ?? null }),
  });
}

/** Adds the names of unit, property, lead and agent to a page of holds, for RecordsService.ReadRecords. */
export function addHoldNames(context: Sources): AddNames<RelatedHold> {
  return async (caller, holds) => {
    const [foundUnits, foundProperties, foundLeads, foundAgents] = await Promise.all([
      findUnits(context, caller, unique(holds.map(({ unit_id }) => unit_id))),
      context.properties.getMany(caller, unique(holds.map(({ property_id }) => property_id))),
      context.leads.getLeads(caller, unique(holds.map(({ lead_id }) => lead_id))),
      context.agents.getAgents(caller, unique(holds.map(({ agent_id }) => agent_id))),
    ]);
    const maps = { units: toMap(foundUnits), properties: toMap(foundProperties) };
    const [leadById, agentById] = [toMap(foundLeads), toMap(foundAgents)];
    return holds.map((hold) => {
      const lead = leadById.get(hold.lead_id);
      const agent = agentById.get(hold.agent_id ?? '');
      return {
        ...hold,
        unit_name: maps.units.get(hold.unit_id)?.name ?? null,
        property_name: maps.properties.get(hold.property_id)?.name ?? null,
        lead_name: lead?.name ?? null,
        lead_email: lead?.email ?? null,
        agent_name: agent?.name ?? null,
        agent_email: agent?.email ?? null,
      };
    });
  };
}
