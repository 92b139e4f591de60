import type { Caller } from '@plotline/kit/core/caller';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';

/**
 * Moves the holds of a merged lead immediately if inventory is available. Otherwise they move a moment later, because
 * of the event `lead.merged`. Never rejects.
 */
export async function tellHolds(
  { holds, runtime }: Pick<Context, 'holds' | 'runtime'>,
  caller: Caller,
  { keepId, otherId }: { readonly keepId: string; readonly otherId: string },
): Promise<void> {
  try {
    await holds.move(caller, { mergedId: otherId, survivorId: keepId });
  } catch (error) {
    runtime.log.warn({ err: error, lead: keepId, ...toLogFields(caller) }, 'move of holds deferred');
  }
}
