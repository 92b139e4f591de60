import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Index } from '@plotline/kit/store/indexes';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { ClientSession } from 'mongoose';
import type { AmountSum, DayRange } from '../model/amount-sum.js';
import type { Payment } from '../model/payment.js';
import { deriveMinorUnits, sumAmounts } from './amount-sums.js';
import { SaleRecords } from './sale-records.js';

export const paymentSchema = createRecordSchema({
  invoice_id: String,
  deal_id: String,
  amount: Number,
  currency: String,
  paid_on: String,
  method: String,
  reference: String,
  created_at: Date,
  updated_at: Date,
  reversed_at: Date,
});

const newestFirst = { created_at: -1, _id: -1 } as const;

const paymentIndexes: readonly Index[] = [
  { name: 'invoice_id', keys: { workspace_id: 1, invoice_id: 1, ...newestFirst } },
  { name: 'deal_id', keys: { workspace_id: 1, deal_id: 1, ...newestFirst } },
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'paid_on', keys: { workspace_id: 1, paid_on: 1, _id: 1 } },
];

/** Stored payments. A reversed payment is kept, with `reversed_at`. */
export class Payments extends SaleRecords<Payment> {
  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    super(
      runtime.collection<Payment>({
        name: 'payments',
        schema: paymentSchema,
        indexes: paymentIndexes,
        derive: deriveMinorUnits,
      }),
    );
  }

  /** Adds up the payments that were received on one of the days. Excludes reversed payments. */
  sumReceived(tenant: Tenant, { start_date, end_date }: DayRange, session: ClientSession): Promise<AmountSum[]> {
    const filter = { paid_on: { $gte: start_date, $lte: end_date }, reversed_at: null };
    const options = { filter, hint: 'paid_on', units: 'derived.minor_units', day: 'paid_on', session };
    return sumAmounts(this.collection.in(tenant), options);
  }

  /** Returns the payments of a deal, oldest first, including reversed ones. */
  listOfDeal(tenant: Tenant, dealId: string, session?: ClientSession): Promise<Payment[]> {
    const options = { hint: 'deal_id', sort: { created_at: 1, _id: 1 }, ...(session && { session }) } as const;
    return this.collection.in(tenant).find({ deal_id: dealId }, options);
  }

  /** Returns the payments of an invoice that weren't reversed, oldest first. */
  listOfInvoice(tenant: Tenant, invoiceId: string, session?: ClientSession): Promise<Payment[]> {
    const options = { hint: 'invoice_id', sort: { created_at: 1, _id: 1 }, ...(session && { session }) } as const;
    return this.collection.in(tenant).find({ invoice_id: invoiceId, reversed_at: null }, options);
  }

  /** Returns the payments of deals, in no particular order. */
  listOfDeals(tenant: Tenant, dealIds: readonly string[], session?: ClientSession): Promise<Payment[]> {
    const options = { hint: 'deal_id', ...(session && { session }) };
    return this.collection.in(tenant).find({ deal_id: { $in: [...dealIds] } }, options);
  }
}
