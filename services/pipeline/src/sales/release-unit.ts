import type { Caller } from '@plotline/kit/caller';
import { toProblem } from '@plotline/kit/errors';
import type { Context } from '../context.js';

/** Puts a unit back at once if inventory answers; otherwise the repair does, as the release is stored. Never rejects. */
export async function releaseNow(
  { units, runtime }: Pick<Context, 'units' | 'runtime'>,
  caller: Caller,
  unitId: string,
  dealId: string,
): Promise<void> {
  try {
    await units.release(caller, unitId, dealId);
  } catch (error) {
    if (toProblem(error).code === 'NOT_FOUND') return;
    runtime.log.warn({ err: error, unit: unitId, deal: dealId }, 'the unit will be put back later');
  }
}
