import { type Caller, createSystemCaller, type Mode, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { fromStart, type RebuildProgress, type Rebuilt, rebuildRecords } from '@plotline/kit/ops/rebuilds/rebuild';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { countDeal } from '../model/count-deal.js';
import type { Deal } from '../model/deal.js';
import { createEarlierPayment } from '../model/earlier-payment.js';
import { setPaidAmount } from '../model/record-payment.js';
import { type CountedDeal, type MiscountedInvoice, type Recount, recountDeal } from '../model/recount-deal.js';
import { addTotals } from '../store/deal-totals.js';

type RebuildContext = Pick<Context, 'deals' | 'instalments' | 'invoices' | 'payments' | 'counters' | 'runtime'>;

/** Reads a deal with its invoices and payments. */
async function read(
  { deals, invoices, payments }: RebuildContext,
  tenant: Tenant,
  id: string,
  session?: TransactionSession,
): Promise<CountedDeal | null> {
  const deal = await deals.get(tenant, id, session);
  return (
    deal && {
      deal,
      invoices: await invoices.listOfDeals(tenant, [id], session),
      payments: await payments.listOfDeal(tenant, id, session),
    }
  );
}

/** Stores the paid amount of an invoice, and the resulting status of its instalment. */
async function correctInvoice(
  { invoices, instalments }: RebuildContext,
  caller: Caller,
  { invoice, paid }: MiscountedInvoice,
  { deal, now, session }: { readonly deal: Deal; readonly now: Date; readonly session: TransactionSession },
): Promise<void> {
  const instalment = invoice.instalment_id ? await instalments.get(caller, invoice.instalment_id, session) : null;
  const after = setPaidAmount({ invoice, deal, instalment }, paid, now);
  await invoices.change(caller, { before: invoice, after: after.invoice }, session);
  if (!instalment || !after.instalment) return;
  await instalments.changeAll(caller, [{ before: instalment, after: after.instalment }], session);
}

/**
 * Stores the totals of a deal, the paid amounts of its invoices, and payments that an earlier release of Plotline
 * didn't store.
 */
async function correct(context: RebuildContext, tenant: Tenant, id: string): Promise<void> {
  const { deals, payments, counters, runtime } = context;
  const caller = createSystemCaller(tenant, 'deal totals rebuild', newId('req'));
  await retryOnConflict(() =>
    runtime.journal.commit({ caller }, async (session, time) => {
      const counted = await read(context, tenant, id, session);
      const recount = counted && recountDeal(counted);
      if (!counted || !recount) return { entries: [] };
      const { deal, invoices } = counted;
      const now = time.after(deal, ...invoices);
      const missing = recount.withoutPayment.map(({ invoice, paid }) => createEarlierPayment(invoice, paid));
      await payments.addAll(caller, missing, session);
      for (const one of recount.miscounted) await correctInvoice(context, caller, one, { deal, now, session });
      const { invoiced, paid } = recount;
      await deals.change(caller, { before: deal, after: { ...deal, invoiced, paid, updated_at: now } }, session);
      // An earlier release of Plotline counts the pending amount by the status of the invoice.
      const before = countDeal(addTotals(deal, invoices[0]));
      await counters.record(caller, before, countDeal({ ...deal, invoiced, paid }), session);
      return { entries: [] };
    }),
  );
}

/** Returns the fields of a finding to print. All of them are numbers. */
function describe({ invoiced, paid, miscounted, withoutPayment }: Recount) {
  return { invoiced, paid, miscounted: miscounted.length, without_payment: withoutPayment.length };
}

/**
 * Corrects the totals of all deals, and the paid amounts of their invoices, from the payments. Other requests may write
 * at the same time. An invoice that an earlier release of Plotline marked as paid gets its payment.
 */
export function rebuildDealTotals(
  context: RebuildContext,
  mode: Mode,
  progress: RebuildProgress = fromStart,
): Promise<Rebuilt> {
  return rebuildRecords(context.deals.acrossWorkspaces(mode), progress, {
    correct: async ({ id, workspace_id: workspaceId, invoiced, paid }) => {
      const tenant = { workspaceId, mode };
      const counted = await read(context, tenant, id);
      const recount = counted && recountDeal(counted);
      if (!recount) return null;
      if (!progress.dryRun) await correct(context, tenant, id);
      return { expected: describe(recount), found: { invoiced, paid } };
    },
  });
}
