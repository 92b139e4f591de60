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

  /** Record of a deal on a lead that has just been won. */
  async function saleRecord(kind: 'deals' | 'invoices' | 'commissions'): Promise<string> {
    const { deal_id } = (await pipeline().context.leads.get(testCaller(), idOf(await wonLead()))) ?? {};
    if (kind === 'deals') return `/v1/deals/${deal_id}`;
    const [record] = await succeed(pipeline().request('GET', `/v1/${kind}?deal_id=${deal_id}`));
    return `/v1/${kind}/${record.id}`;
  }

  /** Reopens the lead of a deal's record, which cancels the deal. */
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
});
