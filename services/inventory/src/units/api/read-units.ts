import { type Answer, ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { ReadRecord } from '@plotline/kit/rpc/get-record';
import type { AddNames, ReadPage } from '@plotline/kit/rpc/read-records';
import type { Context } from '../../context.js';
import { isHoldDue } from '../model/held-unit.js';
import type { Unit } from '../model/unit.js';
import { canView } from '../model/visibility.js';
import type { UnitQuery } from '../store/unit-collection.js';
import { uniqueIds } from './check-references.js';
import {
  mayReadLeads,
  toPropertyReferenceJson,
  toUnitJson,
  toUnitSummaryJson,
  unitFields,
  unitSummaryFields,
} from './unit-json.js';

/** Values of `expand`. */
type Relation = 'property' | 'agent';

interface ShapeQuery {
  readonly fields?: readonly string[];
  readonly expand?: readonly Relation[];
}

type UnitListQuery = UnitQuery & ShapeQuery;

/** Fields that determine which relations are fetched. */
type RelatedUnit = Pick<Unit, 'property_id' | 'assigned_agent'>;

/** Fields that are needed for a list entry and its relations. */
const entryFields = [...unitSummaryFields, 'assigned_agent'] as const;

/**
 * Fetches the expanded relations of units, with one call for each relation. Resolves to a function that adds them to a
 * unit's JSON. A relation is null when its record doesn't exist.
 */
async function fetchRelations(
  { properties, agents }: Context,
  caller: Caller,
  units: readonly RelatedUnit[],
  expand: readonly Relation[] = [],
): Promise<(unit: RelatedUnit) => object> {
  const needs = (relation: Relation) => expand.includes(relation) && units.length > 0;
  const [foundProperties, foundAgents] = await Promise.all([
    needs('property') ? properties.getMany(caller, uniqueIds(units.map(({ property_id }) => property_id))) : [],
    needs('agent') ? agents.getAgents(caller, uniqueIds(units.map(({ assigned_agent }) => assigned_agent))) : [],
  ]);
  const propertyById = new Map(foundProperties.map((property) => [property.id, toPropertyReferenceJson(property)]));
  const agentById = new Map(foundAgents.map(({ id, name, email }) => [id, { id, name, email }]));
  return ({ property_id, assigned_agent }) => ({
    ...(expand.includes('property') && { property: propertyById.get(property_id) ?? null }),
    ...(expand.includes('agent') && { agent: agentById.get(assigned_agent ?? '') ?? null }),
  });
}

async function answerPage(context: Context, caller: Caller, query: UnitListQuery): Promise<Answer> {
  const { fields, expand, ...conditions } = query;
  const allowed = await context.visibilityOf(caller);
  const withLead = mayReadLeads(caller);
  if (fields) {
    const { records, info } = await context.units.list(caller, conditions, allowed, unitFields);
    const relationsOf = await fetchRelations(context, caller, records, expand);
    return page(
      records.map((unit) => ({ ...selectFields(toUnitJson(unit, withLead), fields), ...relationsOf(unit) })),
      info,
    );
  }
  const { records, info } = await context.units.list(caller, conditions, allowed, entryFields);
  const relationsOf = await fetchRelations(context, caller, records, expand);
  return page(
    records.map((unit) => ({ ...toUnitSummaryJson(unit, withLead), ...relationsOf(unit) })),
    info,
  );
}

/** GET /v1/units */
export function listUnits(context: Context): Handler<unknown, UnitListQuery> {
  return ({ caller, query }) => answerPage(context, caller, query);
}

/** GET /v1/properties/:id/units */
export function listPropertyUnits(context: Context): Handler<unknown, UnitListQuery> {
  return async ({ caller, path, query }) => {
    const [property] = await context.properties.getMany(caller, [path('id')]);
    if (!property) throw notFound();
    return answerPage(context, caller, { ...query, property_id: property.id });
  };
}

/** Reads a unit. Ends the hold on it first if the time of the hold has passed. */
async function readCurrent({ units, expireHolds, clock }: Context, caller: Caller, id: string): Promise<Unit | null> {
  const unit = await units.get(caller, id);
  if (!unit || !isHoldDue(unit, clock())) return unit;
  await expireHolds(caller, [id]);
  return units.get(caller, id);
}

/** GET /v1/units/:id */
export function getUnit(context: Context): Handler<unknown, ShapeQuery> {
  return async ({ caller, path, query }) => {
    const unit = await readCurrent(context, caller, path('id'));
    if (!unit || !canView(await context.visibilityOf(caller, [unit]), unit)) throw notFound();
    const relationsOf = await fetchRelations(context, caller, [unit], query.expand);
    const json = toUnitJson(unit, mayReadLeads(caller));
    return withVersion(ok({ ...selectFields(json, query.fields), ...relationsOf(unit) }), unit.version);
  };
}

/** Reads a unit for RecordDetailsService.GetRecord, in the form of the response to GET. */
export function readUnit(context: Context): ReadRecord {
  return async (caller, id) => {
    const unit = await readCurrent(context, caller, id);
    return unit && canView(await context.visibilityOf(caller, [unit]), unit) ? toUnitJson(unit) : null;
  };
}

/** Reads a page of units for RecordsService.ReadRecords, in the form of the response to GET. */
export function readUnitPage({ units, visibilityOf }: Context): ReadPage<UnitQuery> {
  return async (caller, query, page) => {
    const { records, total } = await units.walk(caller, query, await visibilityOf(caller), page);
    return { records: records.map((unit) => toUnitJson(unit, mayReadLeads(caller))), total };
  };
}

/** Adds the names of property and agent to a page of units, for RecordsService.ReadRecords. */
export function addUnitNames({ properties, agents }: Context): AddNames<RelatedUnit> {
  return async (caller, units) => {
    const [foundProperties, foundAgents] = await Promise.all([
      properties.getMany(caller, uniqueIds(units.map(({ property_id }) => property_id))),
      agents.getAgents(caller, uniqueIds(units.map(({ assigned_agent }) => assigned_agent))),
    ]);
    const propertyById = new Map(foundProperties.map((property) => [property.id, property]));
    const agentById = new Map(foundAgents.map((agent) => [agent.id, agent]));
    return units.map((unit) => {
      const agent = agentById.get(unit.assigned_agent ?? '');
      return {
        ...unit,
        property_name: propertyById.get(unit.property_id)?.name ?? null,
        assigned_agent_name: agent?.name ?? null,
        assigned_agent_email: agent?.email ?? null,
      };
    });
  };
}
