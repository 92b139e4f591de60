import type { Caller } from '@plotline/kit/core/caller';
import { nextVersion } from '@plotline/kit/store/records/guarded-update';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';
import type { LostLead } from '../../peers/holds.js';

/**
 * Returns the lead in the form for inventory if a change has marked it as lost. Returns null if the lead isn't lost or
 * was lost before.
 */
export function findLoss(before: Lead, after: Lead): LostLead | null {
  if (after.stage !== 'lost' || before.stage === 'lost') return null;
  return { id: after.id, version: nextVersion(before, after), reason: 'lost' };
}

/**
 * Ends the holds of a lost or deleted lead immediately if inventory is available. Otherwise the event about the lead
 * ends them a moment later. Never rejects.
 */
export async function endHolds(
  { holds, runtime }: Pick<Context, 'holds' | 'runtime'>,
  caller: Caller,
  lead: LostLead | null,
): Promise<void> {
  if (!lead) return;
  try {
    await holds.end(caller, lead);
  } catch (error) {
    runtime.log.warn({ err: error, lead: lead.id, ...toLogFields(caller) }, 'end of holds deferred');
  }
}
