import type { Caller } from '@plotline/kit/caller';
import { invalid, type ProblemDetail } from '@plotline/kit/errors';
import type { Context } from '../context.js';

/** The parts of a body that name other records. */
interface References {
  readonly property_id?: string;
  readonly assigned_agent?: string | null;
}

const missingProperty = { field: 'property_id', message: 'must be the id of a property of this workspace' };
const missingAgent = { field: 'assigned_agent', message: 'must be the id of an agent of this workspace' };

function named(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/**
 * For each body its references to a property or an agent that the workspace does not have. Each side is asked once for
 * all bodies.
 */
export async function missingReferences(
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
  const known = new Set([...foundProperties, ...foundAgents].map(({ id }) => id));
  const isMissing = (id: string | null | undefined) => typeof id === 'string' && !known.has(id);
  return bodies.map(({ property_id, assigned_agent }) => [
    ...(isMissing(property_id) ? [missingProperty] : []),
    ...(isMissing(assigned_agent) ? [missingAgent] : []),
  ]);
}

/** Throws VALIDATION_ERROR when a body names a property or an agent that the workspace does not have. */
export async function checkReferences(
  context: Pick<Context, 'properties' | 'agents'>,
  caller: Caller,
  body: References,
): Promise<void> {
  const [faults = []] = await missingReferences(context, caller, [body]);
  if (faults.length > 0) throw invalid(...faults);
}
