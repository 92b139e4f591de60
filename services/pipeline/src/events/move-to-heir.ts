import type { Context } from '../context.js';
import { handOn, takenBefore } from '../domain/handover.js';
import { changeOneBatch, type Upkeep, upkeepCaller } from './in-small-batches.js';

/** What moving leads needs. */
export type HandoverParts = Pick<Context, 'leads' | 'handovers' | 'departures' | 'clock'>;

/** Changes one batch; resolves to how many leads it changed. */
async function moveBatch(parts: HandoverParts, upkeep: Upkeep, agentId: string): Promise<number> {
  const { leads, clock } = parts;
  const caller = upkeepCaller(upkeep);
  const asked = clock();
  const handovers = await parts.handovers.reachableFrom(caller, agentId);
  const before = takenBefore(handovers, agentId, asked);
  if (before === null) return 0;
  const filter = { assigned_agent: agentId, assigned_at: { $lt: before } };
  return changeOneBatch(leads, upkeep, { filter, hint: 'assigned_agent' }, (lead, at) => handOn(lead, handovers, at));
}

/**
 * Moves those leads of an agent that handovers take to where they belong, until none is left or `goesOn` says no; resolves
 * to whether none is left. The handovers are asked for anew for each batch, so that leads seldom go to an heir who has
 * left meanwhile.
 */
export async function moveToHeir(
  parts: HandoverParts,
  upkeep: Upkeep,
  agentId: string,
  goesOn: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  while ((await moveBatch(parts, upkeep, agentId)) > 0) if (!(await goesOn())) return false;
  return true;
}
