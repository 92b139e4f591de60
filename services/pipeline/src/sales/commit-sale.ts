import type { Caller } from '@plotline/kit/caller';
import { notFound, unavailable } from '@plotline/kit/errors';
import type { Command } from '@plotline/kit/idempotency/command';
import { newId } from '@plotline/kit/ids';
import { retryOnConflict, VersionConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { Context } from '../context.js';
import { dealTallies } from '../domain/deal-tally.js';
import type { Lead } from '../domain/lead.js';
import { type ClosedSale, canClose, closeSale, type Sale } from '../domain/sale.js';
import type { SoldUnit } from '../peers/units.js';
import { giveUpSale } from './give-up-sale.js';
import { releaseNow } from './release-unit.js';
import { closedEntries } from './sale-entries.js';
import { toWon, type Won } from './won-answer.js';

const exhausted = () => unavailable('The lead is being changed by many at once; try again.');

/** All or nothing: the lead won, deal, commission and invoice there, the intention gone. Throws VersionConflict. */
async function commit(context: Context, command: Command, sale: Sale, before: Lead, closed: ClosedSale): Promise<Won> {
  const { caller } = command;
  const { leads, deals, commissions, invoices, sales, tallies, runtime } = context;
  const { result } = await runtime.journal.commit(
    command,
    async (session) => {
      if (!(await sales.end(caller, sale.id, 'selling', session))) throw new VersionConflict();
      const lead = await leads.save(caller, before, closed.lead, session);
      await deals.add(caller, closed.deal, session);
      await commissions.add(caller, closed.commission, session);
      await invoices.add(caller, closed.invoice, session);
      await tallies.record(caller, [], dealTallies(closed.deal, closed.invoice.status), session);
      const entries = closedEntries(context, before, closed);
      const won = toWon(context, lead, closed.deal);
      return { entries, answer: won.answer, result: won };
    },
    closed.deal.closed_at,
  );
  return result;
}

async function takeBack(context: Context, caller: Caller, sale: Sale): Promise<void> {
  await giveUpSale(context, caller, sale, { sold: true });
  if (sale.unit_id !== null) await releaseNow(context, caller, sale.unit_id, sale.id);
}

/** The lead to win now, or how the sale has ended: won, or null when it was given up. */
type Outlook = { readonly lead: Lead } | { readonly ended: Won | null };

/** `retry`: another try met a conflict. Gives the sale up, and has the unit put back, when the lead is not what it was. */
async function look(context: Context, caller: Caller, sale: Sale, retry: boolean): Promise<Outlook> {
  const { leads, deals, sales } = context;
  // In this order: a sale that had ended before a look at the lead, and did not win it, never will, so that putting its
  // unit back cannot harm a live deal.
  const isUnderWay = !retry || (await sales.isSelling(caller, sale.id));
  const lead = await leads.get(caller, sale.lead_id);
  if (lead?.deal_id === sale.id) {
    return { ended: toWon(context, lead, await deals.expect(caller, sale.id)) };
  }
  if (!lead || !canClose(sale, lead)) {
    await takeBack(context, caller, sale);
    if (!lead) throw notFound();
    return { ended: null };
  }
  if (isUnderWay) return { lead };
  if (sale.unit_id !== null) await releaseNow(context, caller, sale.unit_id, sale.id);
  return { ended: null };
}

/**
 * Closes a sale whose unit is sold. Null when it is given up, here because the lead was moved meanwhile, or elsewhere:
 * then its unit is put back, and who still wants to win the lead begins again. Throws NOT_FOUND when the lead is gone.
 */
export async function commitSale(context: Context, command: Command, sale: Sale, unit: SoldUnit): Promise<Won | null> {
  const { caller } = command;
  const ids = { commissionId: newId('com'), invoiceId: newId('inv') };
  const facts = { ...unit, ...ids, invoiceCount: await context.invoices.nextCount(caller) };
  const attempt = async (number: number) => {
    const outlook = await look(context, caller, sale, number > 0);
    if ('ended' in outlook) return outlook.ended;
    return commit(context, command, sale, outlook.lead, closeSale(sale, outlook.lead, facts, context.clock()));
  };
  return retryOnConflict(attempt, { exhausted });
}
