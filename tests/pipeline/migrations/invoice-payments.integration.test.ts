import { fromStart, type Wrong } from '@plotline/kit/ops/rebuilds/rebuild';
import { up } from '@plotline/pipeline/migrations/0003-invoice-payments';
import { rebuildDealTotals } from '@plotline/pipeline/sales/work/rebuild-deal-totals';
import { expect } from 'chai';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { startPipeline } from '../support/pipeline.js';

interface Stored {
  readonly _id: string;
}

describe('a deal from an earlier release', () => {
  const pipeline = useFixturePerTest(startPipeline);
  const collection = (name: string) => pipeline().runtime.databases.live.collection<Stored>(name);
  const read = async (path: string) => (await pipeline().request('GET', path)).body;

  /** Wins a lead. Removes the fields that an earlier release of Plotline doesn't store from its records. */
  async function createFormerDeal(status: 'open' | 'paid' | 'void') {
    const lead = await pipeline().lead();
    const body = { property_id: 'prop_river', deal_value: 1_000 };
    const won = await pipeline().request('POST', `/v1/leads/${lead.id}/won`, { body });
    const dealId = won.body.deal.id;
    const [invoice] = await read(`/v1/invoices?deal_id=${dealId}`);
    if (status === 'void') await pipeline().request('POST', `/v1/leads/${lead.id}/stage`, { body: { stage: 'lost' } });
    const paidAt = new Date('2026-02-03T23:30:00.000Z');
    const unset = { due_on: true, instalment_id: true, paid_amount: true, derived: true } as const;
    const paid = status === 'paid' ? { status, paid_at: paidAt } : { status };
    await collection('invoices').updateOne({ _id: invoice.id }, { $set: paid, $unset: unset });
    const ofDeal = { payment_plan_id: true, invoiced: true, paid: true, open_deposit: true } as const;
    await collection('deals').updateOne({ _id: dealId }, { $unset: ofDeal });
    return { leadId: lead.id, dealId, invoiceId: invoice.id };
  }

  async function migrate() {
    const told: object[] = [];
    const log = { info: (fields: object) => void told.push(fields) };
    await up({ mode: 'live', database: pipeline().runtime.databases.live, log });
    return told.map((fields) => Reflect.get(fields, 'filled'));
  }

  async function shown({ dealId, invoiceId }: { readonly dealId: string; readonly invoiceId: string }) {
    const { invoiced, paid, payment_plan_id } = await read(`/v1/deals/${dealId}`);
    const { status, paid_amount, balance, due_on, overdue } = await read(`/v1/invoices/${invoiceId}`);
    return { invoiced, paid, payment_plan_id, status, paid_amount, balance, due_on, overdue };
  }

  const common = { payment_plan_id: null, due_on: null, overdue: false };
  for (const [status, expected] of [
    ['open', { invoiced: 1_000, paid: 0, paid_amount: 0, balance: 1_000 }],
    ['paid', { invoiced: 1_000, paid: 1_000, paid_amount: 1_000, balance: 0 }],
    ['void', { invoiced: 0, paid: 0, paid_amount: 0, balance: 0 }],
  ] as const) {
    it(`is shown with totals while its invoice is ${status}, before and after the migration`, async () => {
      const former = await createFormerDeal(status);
      expect(await shown(former)).to.deep.equal({ ...common, ...expected, status });
      expect(await migrate()).to.deep.equal([1]);
      expect(await migrate()).to.deep.equal([0]);
      expect(await shown(former)).to.deep.equal({ ...common, ...expected, status });
    });
  }

  it('can be paid before the migration', async () => {
    const former = await createFormerDeal('open');
    await pipeline().create(`/v1/invoices/${former.invoiceId}/payments`, { amount: 400, method: 'cash' });
    expect(await shown(former)).to.include({ invoiced: 1_000, paid: 400, status: 'partially_paid', balance: 600 });
    await migrate();
    expect(await shown(former)).to.include({ invoiced: 1_000, paid: 400, status: 'partially_paid', balance: 600 });
  });

  it('gets the payment of its paid invoice from the migration, and the payment can be undone', async () => {
    const former = await createFormerDeal('paid');
    await migrate();
    const path = `/v1/invoices/${former.invoiceId}/payments`;
    const [payment, ...others] = await read(path);
    expect(others).to.deep.equal([]);
    expect(payment).to.include({ amount: 1_000, paid_on: '2026-02-03', method: 'other', currency: 'EUR' });
    expect((await pipeline().request('DELETE', `${path}/${payment.id}`)).status).to.equal(204);
    expect(await shown(former)).to.include({ invoiced: 1_000, paid: 0, status: 'open', balance: 1_000 });
  });

  it('gets the payment from the rebuild if the earlier release marks its invoice as paid after the migration', async () => {
    const former = await createFormerDeal('open');
    await migrate();
    const paid = { status: 'paid', paid_at: new Date('2026-02-03T23:30:00.000Z') };
    await collection('invoices').updateOne({ _id: former.invoiceId }, { $set: paid });
    expect(await shown(former)).to.include({ paid: 1_000, paid_amount: 1_000, balance: 0 });
    const { context } = pipeline();
    const found: Wrong[] = [];
    const dryRun = { workspaceId: 'ws_test', onWrong: (wrong: Wrong) => void found.push(wrong) };
    await rebuildDealTotals(context, 'live', { ...fromStart, dryRun });
    expect(found.map(({ id }) => id)).to.deep.equal([former.dealId]);
    expect(await rebuildDealTotals(context, 'live')).to.deep.equal({ checked: 1, corrected: 1 });
    expect(await rebuildDealTotals(context, 'live')).to.deep.equal({ checked: 1, corrected: 0 });
    expect(await read(`/v1/invoices/${former.invoiceId}/payments`)).to.have.length(1);
    expect(await shown(former)).to.include({ invoiced: 1_000, paid: 1_000, status: 'paid' });
  });

  it('may have several invoices after the migration', async () => {
    await createFormerDeal('open');
    const invoices = collection('invoices');
    await invoices.createIndex({ workspace_id: 1, deal_id: 1 }, { name: 'one_per_deal', unique: true });
    await migrate();
    const index = (await invoices.indexes()).find(({ name }) => name === 'one_per_deal');
    expect(index?.unique ?? false).to.equal(false);
    await invoices.dropIndex('one_per_deal');
  });
});
