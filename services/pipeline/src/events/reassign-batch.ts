import type { Context } from '../context.js';
import { handOn, takenBefore } from '../domain/reassignment.js';
import { changeOneBatch, type Upkeep, upkeepCaller } from './in-small-batches.js';

/** What moving leads needs. */
export type ReassignmentParts = Pick<Context, 'leads' | 'reassignments' | 'departures' | 'clock'>;

/** Changes one batch; resolves to how many leads it changed. */
async function moveBatch(parts: ReassignmentParts, upkeep: Upkeep, agentId: string): Promise<number> {
  const { leads, clock } = parts;
  const caller = upkeepCaller(upkeep);
  const asked = clock();
  const reassignments = await parts.reassignments.reachableFrom(caller, agentId);
  const before = takenBefore(reassignments, agentId, asked);
  if (before === null) return 0;
  const filter = { assigned_agent: agentId, assigned_at: { $lt: before } };
  return changeOneBatch(leads, upkeep, { filter, hint: 'assigned_agent' }, (lead, at) =>
    handOn(lead, reassignments, at),
  );
}

/**
 * Moves those leads of an agent that reassignments take to where they belong, until none is left or `shouldContinue` says no; resolves
 * to whether none is left. The reassignments are asked for anew for each batch, so that leads seldom go to an assignee who has
 * left meanwhile.
 */
export async function reassignBatch(
  parts: ReassignmentParts,
  upkeep: Upkeep,
  agentId: string,
  shouldContinue: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  while ((await moveBatch(parts, upkeep, agentId)) > 0) if (!(await shouldContinue())) return false;
  return true;
}
