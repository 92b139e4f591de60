import { expect } from 'chai';
import { testCaller } from '../../../support/test-runtime.js';
import { MovableClock, succeed, testUpdatedAt } from '../../../support/updated-at.js';
import { useFixture } from '../../../support/use-fixture.js';
import { FakeInventory } from '../../support/fake-inventory.js';
import { startPipeline } from '../../support/pipeline.js';

describe('updated_at of pipeline', () => {
  const clock = new MovableClock();
  const inventory = new FakeInventory();
  const pipeline = useFixture(() => startPipeline({ units: inventory, listings: inventory }, { clock: clock.now }));
  const post = (path: string, body: object = {}) => succeed(pipeline().request('POST', path, { body }));
  const idOf = (path: string) => path.slice('/v1/leads/'.length);

  const lead = async () => `/v1/leads/${(await pipeline().lead({ budget: { max: 500_000, currency: 'EUR' } })).id}`;
  const sale = { property_id: 'prop_1', deal_value: 100 };
  const wonLead = async () => {
    const path = await lead();
    await post(`${path}/won`, sale);
    return path;
  };

  /** Returns a record of a deal, on a lead that has just been won. */
  async function saleRecord(kind: 'deals' | 'invoices' | 'commissions'): Promise<string> {
    const { deal_id } = (await pipeline().context.leads.get(testCaller(), idOf(await wonLead()))) ?? {};
    if (kind === 'deals') return `/v1/deals/${deal_id}`;
    const [record] = await succeed(pipeline().request('GET', `/v1/${kind}?deal_id=${deal_id}`));
    return `/v1/${kind}/${record.id}`;
  }

  /** Reopens the lead of a deal's record. This cancels the deal. */
  async function reopen(path: string): Promise<void> {
    const record = await succeed(pipeline().request('GET', path));
    const deal = record.deal_id ? await succeed(pipeline().request('GET', `/v1/deals/${record.deal_id}`)) : record;
    await post(`/v1/leads/${deal.lead_id}/stage`, { stage: 'viewing' });
  }

  testUpdatedAt(pipeline, (aheadMs) => clock.set(aheadMs), [
    {
      title: 'a lead is changed',
      prepare: lead,
      change: (path) => succeed(pipeline().request('PUT', path, { body: { notes: 'Wants a balcony.' } })),
    },
    { title: 'a lead is moved', prepare: lead, change: (path) => post(`${path}/stage`, { stage: 'viewing' }) },
    { title: 'a lead is lost', prepare: lead, change: (path) => post(`${path}/lost`, { reason: 'unresponsive' }) },
    {
      title: 'a call is noted',
      prepare: lead,
      change: (path) => post(`${path}/notes`, { content: 'Called.', type: 'call' }),
    },
    { title: 'a lead is won', prepare: lead, change: (path) => post(`${path}/won`, sale) },
    {
      title: 'a won lead is reopened',
      prepare: wonLead,
      change: (path) => post(`${path}/stage`, { stage: 'viewing' }),
    },
    {
      title: 'leads are reassigned',
      prepare: lead,
      change: (path) => {
        const selection = { filter: { _id: idOf(path) }, hint: '_id_', limit: 1 };
        const reassign = pipeline().context.leads.changeBatch({ caller: testCaller() }, selection, (before, at) => {
          return { ...before, assigned_agent: 'agent_amira', assigned_at: at, updated_at: at };
        });
        return reassign;
      },
    },
    {
      title: 'the price of a listing changes a score',
      prepare: async () => {
        const path = await lead();
        await succeed(pipeline().request('PUT', path, { body: { interested_properties: ['prop_1'] } }));
        return path;
      },
      change: (path) => {
        const price = { id: 'prop_1', amount: 100_000, currency: 'EUR' };
        const caller = testCaller();
        return pipeline().context.leadPrices.refresh({ caller }, [idOf(path)], [{ id: 'prop_1', price }]);
      },
    },
    { title: 'an invoice is paid', prepare: () => saleRecord('invoices'), change: (path) => post(`${path}/paid`) },
    { title: 'an invoice is voided', prepare: () => saleRecord('invoices'), change: reopen },
    { title: 'a deal is cancelled', prepare: () => saleRecord('deals'), change: reopen },
    { title: 'a commission is cancelled', prepare: () => saleRecord('commissions'), change: reopen },
  ]);

  const read = (path: string) => succeed(pipeline().request('GET', path));
  const timesOf = async (paths: readonly string[]) => {
    const records = await Promise.all(paths.map(read));
    return records.map(({ updated_at }) => Date.parse(updated_at));
  };

  /**
   * Merges a lead into a new one by a clock that is behind. Expects a later `updated_at` in each record at the paths.
   */
  async function expectLaterAfterMerge(leadPath: string, paths: readonly string[]): Promise<void> {
    const before = await timesOf(paths);
    clock.set(-10_000);
    const survivor = await lead();
    await post(`${survivor}/merge`, { lead_id: idOf(leadPath) });
    for (const path of paths) expect(await read(path), path).to.include({ lead_id: idOf(survivor) });
    const after = await timesOf(paths);
    for (const [place, time] of after.entries()) expect(time, paths[place]).to.be.above(before[place] ?? Infinity);
  }

  it('is increased for a deal and an invoice whose lead is merged, even if they are newer than the lead', async () => {
    const invoicePath = await saleRecord('invoices');
    await post(`${invoicePath}/paid`);
    const { deal_id } = await read(invoicePath);
    const { lead_id } = await read(`/v1/deals/${deal_id}`);
    await expectLaterAfterMerge(`/v1/leads/${lead_id}`, [`/v1/deals/${deal_id}`, invoicePath]);
  });

  it('is increased for a task whose lead is merged, even if the task is newer than the lead', async () => {
    const leadPath = await lead();
    const { id } = await post('/v1/tasks', { lead_id: idOf(leadPath), title: 'Call', due_at: '2030-01-01T09:00:00Z' });
    await succeed(pipeline().request('PUT', `/v1/tasks/${id}`, { body: { title: 'Call back' } }));
    await expectLaterAfterMerge(leadPath, [`/v1/tasks/${id}`]);
  });

  it('is increased for a follow-up task that moves with its lead, even if the task is newer than the lead', async () => {
    const leadPath = await lead();
    const plan = (next_follow_up: string) => succeed(pipeline().request('PUT', leadPath, { body: { next_follow_up } }));
    await plan('2030-01-01T09:00:00Z');
    const [{ id }] = await read(`/v1/tasks?lead_id=${idOf(leadPath)}`);
    clock.set(60_000);
    await succeed(pipeline().request('PUT', `/v1/tasks/${id}`, { body: { title: 'Call back' } }));
    const [before = Infinity] = await timesOf([`/v1/tasks/${id}`]);
    clock.set(0);
    await plan('2030-01-02T09:00:00Z');
    expect(await read(`/v1/tasks/${id}`)).to.include({ title: 'Call back', due_at: '2030-01-02T09:00:00.000Z' });
    const [after] = await timesOf([`/v1/tasks/${id}`]);
    expect(after).to.be.above(before);
  });
});
