import type { Caller } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';

/** Fields of a request body that refer to other records. */
interface References {
  readonly property_id?: string;
  readonly assigned_agent?: string | null;
}

export const unknownProperty = { field: 'property_id', message: 'must be the id of a property of this workspace' };
const unknownAgent = { field: 'assigned_agent', message: 'must be the id of an agent of this workspace' };
const inactiveAgent = { field: 'assigned_agent', message: 'must not be a deactivated agent' };

/** Returns the ids without duplicates. */
export function uniqueIds(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/**
 * Finds the errors in each body's references: a property or agent that isn't in the workspace, or a deactivated agent.
 * Fetches properties and agents once for all bodies.
 */
export async function findReferenceFaults(
  { properties, agents }: Pick<Context, 'properties' | 'agents'>,
  caller: Caller,
  bodies: readonly References[],
): Promise<ProblemDetail[][]> {
  const propertyIds = uniqueIds(bodies.map(({ property_id }) => property_id));
  const agentIds = uniqueIds(bodies.map(({ assigned_agent }) => assigned_agent));
  const [foundProperties, foundAgents] = await Promise.all([
    propertyIds.length > 0 ? properties.getMany(caller, propertyIds) : [],
    agents.getAgents(caller, agentIds),
  ]);
  const knownProperties = new Set(foundProperties.map(({ id }) => id));
  const statusOf = new Map(foundAgents.map(({ id, status }) => [id, status]));
  const findAgentFaults = (id: string) => {
    const status = statusOf.get(id);
    if (status === undefined) return [unknownAgent];
    return status === 'inactive' ? [inactiveAgent] : [];
  };
  return bodies.map(({ property_id, assigned_agent }) => [
    ...(typeof property_id === 'string' && !knownProperties.has(property_id) ? [unknownProperty] : []),
    ...(typeof assigned_agent === 'string' ? findAgentFaults(assigned_agent) : []),
  ]);
}
