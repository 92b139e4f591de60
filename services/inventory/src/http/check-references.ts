import type { Caller } from '@plotline/kit/caller';
import type { ProblemDetail } from '@plotline/kit/errors';
import type { Context } from '../context.js';

/** The parts of a body that name other records. */
interface References {
  readonly property_id?: string;
  readonly assigned_agent?: string | null;
}

export const missingProperty = { field: 'property_id', message: 'must be the id of a property of this workspace' };
const missingAgent = { field: 'assigned_agent', message: 'must be the id of an agent of this workspace' };
const formerAgent = { field: 'assigned_agent', message: 'names an agent who has been deactivated' };

function named(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/**
 * For each body the faults of its references: a property or an agent that the workspace does not have, or an agent who
 * has been deactivated. Each side is asked once for all bodies.
 */
export async function referenceFaults(
  { properties, agents }: Pick<Context, 'properties' | 'agents'>,
  caller: Caller,
  bodies: readonly References[],
): Promise<ProblemDetail[][]> {
  const propertyIds = named(bodies.map(({ property_id }) => property_id));
  const agentIds = named(bodies.map(({ assigned_agent }) => assigned_agent));
  const [foundProperties, foundAgents] = await Promise.all([
    propertyIds.length > 0 ? properties.getMany(caller, propertyIds) : [],
    agents.find(caller, agentIds),
  ]);
  const known = new Set(foundProperties.map(({ id }) => id));
  const statusOf = new Map(foundAgents.map(({ id, status }) => [id, status]));
  const agentFaults = (id: string) => {
    const status = statusOf.get(id);
    if (status === undefined) return [missingAgent];
    return status === 'inactive' ? [formerAgent] : [];
  };
  return bodies.map(({ property_id, assigned_agent }) => [
    ...(typeof property_id === 'string' && !known.has(property_id) ? [missingProperty] : []),
    ...(typeof assigned_agent === 'string' ? agentFaults(assigned_agent) : []),
  ]);
}
