import type { Caller } from '@plotline/kit/caller';
import type { Context } from '../context.js';
import type { Property } from '../domain/property.js';
import type { Unit } from '../domain/unit.js';

/** What `expand` takes for units. */
export type Relation = 'property' | 'agent';

function propertyReference({ id, name, location: { area, city } }: Property) {
  return { id, name, location: { area, city } };
}

function ids(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))];
}

/**
 * Fetches the named relations of units, each in one call for all of them; gives the keys to add to a unit's JSON. A
 * relation that leads nowhere is null.
 */
export async function relationsOf(
  { properties, agents }: Context,
  caller: Caller,
  units: readonly Unit[],
  expand: readonly Relation[] = [],
): Promise<(unit: Unit) => object> {
  const wants = (relation: Relation) => expand.includes(relation) && units.length > 0;
  const [foundProperties, foundAgents] = await Promise.all([
    wants('property') ? properties.getMany(caller, ids(units.map(({ property_id }) => property_id))) : [],
    wants('agent') ? agents.find(caller, ids(units.map(({ assigned_agent }) => assigned_agent))) : [],
  ]);
  const propertyById = new Map(foundProperties.map((property) => [property.id, propertyReference(property)]));
  const agentById = new Map(foundAgents.map(({ id, name, email }) => [id, { id, name, email }]));
  return ({ property_id, assigned_agent }) => ({
    ...(expand.includes('property') && { property: propertyById.get(property_id) ?? null }),
    ...(expand.includes('agent') && { agent: agentById.get(assigned_agent ?? '') ?? null }),
  });
}
