import type { Caller } from '@plotline/kit/caller';
import type { Context } from '../context.js';
import type { Sale } from '../domain/sale.js';
import { finalReleaseAt } from './sale-times.js';

/**
 * Ends a sale without a deal. That of a unit becomes a release: an equal call that joined the sale, or a call that got
 * stuck on the way, may yet sell the unit, and then it has to be put back. `sold`: this has happened for certain.
 */
export async function giveUpSale(
  { sales, clock }: Pick<Context, 'sales' | 'clock'>,
  caller: Caller,
  { id, unit_id }: Sale,
  { sold }: { readonly sold: boolean },
): Promise<void> {
  if (unit_id === null) {
    await sales.end(caller, id, 'selling');
    return;
  }
  const now = clock();
  const finalAt = finalReleaseAt(now);
  await sales.giveUp(caller, id, { dueAt: sold ? now : finalAt, finalAt });
}
