import type { Caller } from '@plotline/kit/caller';
import type { Context } from '../context.js';
import { type Commission, cancelCommission } from '../domain/commission.js';
import { cancelDeal, type Deal } from '../domain/deal.js';
import { dealTallies } from '../domain/deal-tally.js';
import { type Invoice, voidInvoice } from '../domain/invoice.js';
import type { Lead } from '../domain/lead.js';
import type { Sale } from '../domain/sale.js';
import { releaseOf } from '../domain/sale-release.js';
import type { Tally } from '../domain/tally.js';
import { finalReleaseAt } from './sale-times.js';

/** What becomes of a deal that is taken back, and of what hangs on it. */
export interface Cancellation {
  readonly deal: Deal;
  readonly invoice: Invoice;
  readonly commission: Commission;
  /** What the deal counted as. */
  readonly counted: readonly Tally[];
  /** Null when the deal has no unit. */
  readonly release: Sale | null;
}

/** Decides to take back the live deal of a lead. Throws CONFLICT when its invoice is paid. */
export async function decideCancellation(
  context: Context,
  caller: Caller,
  lead: Lead,
  { dealId, now }: { readonly dealId: string; readonly now: Date },
): Promise<Cancellation> {
  const [deal, invoice, commission] = await Promise.all([
    context.deals.expect(caller, dealId),
    context.invoices.ofDeal(caller, dealId),
    context.commissions.ofDeal(caller, dealId),
  ]);
  return {
    deal: cancelDeal(deal, now),
    invoice: voidInvoice(invoice, now),
    commission: cancelCommission(commission, now),
    counted: dealTallies(deal, invoice.status),
    release: releaseOf(deal, lead, caller, { now, finalAt: finalReleaseAt(now) }),
  };
}
