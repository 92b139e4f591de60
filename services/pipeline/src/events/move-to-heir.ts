import type { Context } from '../context.js';
import { assignLead } from '../domain/lead-patch.js';
import { findHeir, type Handover, isHandover } from './find-heir.js';
import { changeOneBatch, type Upkeep, upkeepCaller } from './in-small-batches.js';

/** What moving leads needs. */
export type HandoverParts = Pick<Context, 'leads' | 'agents' | 'departures' | 'clock'>;

/** Moves one batch; resolves to how many leads it moved. */
async function moveBatch(parts: HandoverParts, upkeep: Upkeep, asked: Handover): Promise<number> {
  const { leads, departures, clock } = parts;
  const caller = upkeepCaller(upkeep);
  const latest = await departures.latest(caller, asked.agent_id);
  const current = isHandover(latest) ? latest : asked;
  // Before team is asked: what an agent gets who returns after the answer is later than this.
  const now = clock();
  const { heirId, returned } = await findHeir(parts, caller, current);
  if (heirId === current.agent_id) return 0;
  const until = returned || current !== latest ? current.at : now;
  const filter = { assigned_agent: current.agent_id, assigned_at: { $lte: until } };
  return changeOneBatch(leads, upkeep, { filter, hint: 'assigned_agent' }, (lead, at) => assignLead(lead, heirId, at));
}

/**
 * Moves an agent's leads to the heir, who is looked for anew for each batch, until none is left or `goesOn` says no;
 * resolves to whether none is left. While the agent is inactive these are all leads, whenever they came; of one who has
 * come back, or was deactivated again without an heir, those that were assigned before the handover was asked for.
 */
export async function moveToHeir(
  parts: HandoverParts,
  upkeep: Upkeep,
  asked: Handover,
  goesOn: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  while ((await moveBatch(parts, upkeep, asked)) > 0) if (!(await goesOn())) return false;
  return true;
}
