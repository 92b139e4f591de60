import type { Migration, MigrationContext } from '@plotline/kit/service/migrate';
import { WritableRecords } from '@plotline/kit/store/records/collection';
import { createModel } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import { type Deal, getPaidAmount, type Invoice } from '../sales/model/deal.js';
import { createEarlierPayment } from '../sales/model/earlier-payment.js';
import type { Payment } from '../sales/model/payment.js';
import { dealSchema, deriveInvoice, invoiceSchema } from '../sales/store/deals.js';
import { paymentSchema } from '../sales/store/payments.js';

/** Number of invoices that are read and written in one batch. */
const maxBatch = 500;

/**
 * Allows several invoices for a deal. The index keeps its name but is no longer unique, because the previous release
 * uses it by name during the roll-out.
 */
async function allowSeveralInvoices({ database }: MigrationContext): Promise<void> {
  const invoices = database.collection('invoices');
  const found = (await invoices.indexes()).find(({ name }) => name === 'one_per_deal');
  if (!found?.unique) return;
  await invoices.dropIndex('one_per_deal');
  await invoices.createIndex({ workspace_id: 1, deal_id: 1 }, { name: 'one_per_deal' });
}

/**
 * Fills in the paid amount of each invoice, stores a payment for each paid invoice, and stores the totals of deals
 * whose invoice is final. The versions of the records don't change. Invoices and deals that the previous release writes
 * later are read without these fields, and the rebuild `deal_totals` stores their payments.
 */
export const up: Migration = async (context) => {
  const { database, mode, log } = context;
  await allowSeveralInvoices(context);
  // The migration job has already declared models with the names of the collections.
  const open = (name: string, schema: Parameters<typeof createModel>[2]) =>
    createModel(database, `${name}_of_payments`, schema, name);
  const hints = new Map<string, string>();
  const invoices = new WritableRecords<Owned<Invoice>>(
    { model: open('invoices', invoiceSchema), derive: deriveInvoice, hints },
    {},
  );
  const deals = new WritableRecords<Owned<Deal>>({ model: open('deals', dealSchema), derive: undefined, hints }, {});
  const payments = new WritableRecords<Owned<Payment>>(
    { model: open('payments', paymentSchema), derive: undefined, hints },
    {},
  );
  let [after, filled] = ['', 0];
  for (;;) {
    const filter = { _id: { $gt: after }, paid_amount: { $exists: false } };
    const batch = await invoices.find(filter, { sort: { _id: 1 }, limit: maxBatch });
    const last = batch.at(-1);
    if (!last) break;
    const paid = batch.filter(({ status }) => status === 'paid');
    await payments.insertMissing(
      paid.map((invoice) => ({ ...createEarlierPayment(invoice), workspace_id: invoice.workspace_id })),
    );
    // Deals with an open invoice are skipped: the previous release may still mark the invoice as paid, and wouldn't
    // update the totals.
    const final = batch.filter(({ status }) => status === 'paid' || status === 'void');
    await deals.updateEach(
      final.map((invoice) => ({
        filter: { _id: invoice.deal_id, paid: { $exists: false } },
        update: {
          $set: { invoiced: invoice.status === 'void' ? 0 : invoice.amount, paid: getPaidAmount(invoice) },
        },
      })),
    );
    const updates = batch.map((invoice) => ({
      filter: { _id: invoice.id, version: invoice.version },
      update: {
        $set: {
          due_on: null,
          instalment_id: null,
          paid_amount: getPaidAmount(invoice),
          'derived.invoiced': deriveInvoice(invoice).invoiced,
        },
      },
    }));
    // Invoices that changed meanwhile are read again.
    if ((await invoices.updateEach(updates)) < updates.length) continue;
    after = last.id;
    filled += batch.length;
  }
  log.info({ mode, collection: 'invoices', filled }, 'payments of invoices stored');
};
