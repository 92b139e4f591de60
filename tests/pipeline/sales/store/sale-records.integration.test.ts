import type { SaleListQuery } from '@plotline/pipeline/sales/store/sale-records';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { addLead, move, SalesFixture, salesCaller, startSales, unitTerms, win } from '../../support/sales-fixture.js';

const base = { page: 1, per_page: 20, sort: 'created_at', order: 'desc' } as const;

describe('lists of deals, invoices and commissions', () => {
  const fixture = useFixture(startSales);
  const context = () => fixture().context;
  const leads: string[] = [];
  const deals: string[] = [];

  before(async () => {
    for (const agent of ['agent_1', 'agent_1', 'agent_2']) {
      const { id } = await addLead(context(), { assigned_agent: agent });
      leads.push(id);
      deals.push((await win(context(), id, { ...unitTerms, property_id: 'prop_1' })).deal.id);
    }
    await move(context(), leads[0] ?? '', 'new');
  });

  async function listed(change: Partial<SaleListQuery>, caller = salesCaller()): Promise<number[]> {
    const { records, info } = await context().deals.list(caller, { ...base, ...change });
    expect(info.total).to.equal(records.length);
    return records.map(({ id }) => deals.indexOf(id));
  }

  it('are sorted newest or oldest first', async () => {
    expect(await listed({})).to.deep.equal([2, 1, 0]);
    expect(await listed({ order: 'asc' })).to.deep.equal([0, 1, 2]);
  });

  it('are filtered by each filter, separately and together', async () => {
    expect(await listed({ status: ['cancelled'] })).to.deep.equal([0]);
    expect(await listed({ status: ['cancelled', 'closed'] })).to.deep.equal([2, 1, 0]);
    expect(await listed({ agent_id: 'agent_1' })).to.deep.equal([1, 0]);
    expect(await listed({ agent_id: 'agent_1', status: ['closed'] })).to.deep.equal([1]);
    expect(await listed({ lead_id: leads[2] ?? '' })).to.deep.equal([2]);
    expect(await listed({ property_id: 'prop_1', agent_id: 'agent_2' })).to.deep.equal([2]);
    expect(await listed({ created_after: '2026-01-01', created_before: '2100-01-01' })).to.deep.equal([2, 1, 0]);
    expect(await listed({ created_before: '2020-01-01' })).to.deep.equal([]);
  });

  it("are filtered by a unit's id in unit_id and in property_id", async () => {
    const other = new SalesFixture();
    const there = await other.replica();
    other.inventory.addUnit('unit_1');
    other.inventory.addUnit('unit_2');
    const sold: string[] = [];
    for (const unit of ['unit_1', 'unit_2']) {
      sold.push((await win(there, (await addLead(there)).id, { ...unitTerms, property_id: unit })).deal.id);
    }
    const found = async (change: Partial<SaleListQuery>) =>
      (await there.deals.list(salesCaller(), { ...base, ...change })).records.map(({ id }) => sold.indexOf(id));
    expect(await found({ unit_id: 'unit_2' })).to.deep.equal([1]);
    expect(await found({ property_id: 'unit_1' })).to.deep.equal([0]);
    expect(await found({ property_id: 'prop_1' })).to.deep.equal([1, 0]);
    expect(await found({ property_id: 'prop_1', unit_id: 'unit_1' })).to.deep.equal([0]);
    expect(await found({ property_id: 'unit_1', unit_id: 'unit_1' })).to.deep.equal([0]);
    expect(await found({ property_id: 'unit_1', unit_id: 'unit_2' })).to.deep.equal([]);
    expect(await found({ property_id: 'unit_1', unit_id: '' })).to.deep.equal([]);
    await other.stop();
  });

  it('are empty for an unknown id, and for another workspace or mode', async () => {
    expect(await listed({ agent_id: 'agent_9' })).to.deep.equal([]);
    expect(await listed({}, salesCaller('ws_other'))).to.deep.equal([]);
    expect(await listed({}, salesCaller('ws_test', 'sandbox'))).to.deep.equal([]);
  });

  it('are paged by cursor, with each record once', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { records, info } = await context().deals.list(salesCaller(), { ...base, per_page: 1, cursor });
      seen.push(...records.map(({ id }) => id));
      cursor = info.nextCursor ?? null;
    }
    expect(seen).to.deep.equal([...deals].reverse());
  });

  it('have separate filters for invoices and commissions', async () => {
    const [first = '', second = ''] = deals;
    const invoices = await context().invoices.list(salesCaller(), { ...base, deal_id: first });
    expect(invoices.records.map(({ status, lead_id }) => [status, lead_id])).to.deep.equal([['void', leads[0]]]);
    expect((await context().invoices.list(salesCaller(), { ...base, status: ['open'] })).info.total).to.equal(2);
    const commissions = await context().commissions.list(salesCaller(), {
      ...base,
      agent_id: 'agent_1',
      status: ['earned'],
    });
    expect(commissions.records.map(({ deal_id }) => deal_id)).to.deep.equal([second]);
  });
});
