import { Outbox } from '@plotline/kit/store/journal/outbox';
import type { Context } from '@plotline/pipeline/context';
import { eraseLead } from '@plotline/pipeline/sales/work/erase-lead';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import {
  addLead,
  move,
  refusalOf,
  salesCaller,
  startSales,
  timelineOf,
  unitTerms,
  win,
} from '../../support/sales-fixture.js';

describe('erasing a lead', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));
  const context = () => fixture().context;
  const notes = 'Xaver pays in cash.';
  const terms = { ...unitTerms, notes };

  const erase = (id: string) => eraseLead(context(), { caller: salesCaller() }, id, () => undefined);

  /** Collections that contain personal data. */
  async function findTraces({ runtime }: Context): Promise<string[]> {
    const { live } = runtime.databases;
    const names = (await live.db?.listCollections().toArray())?.map(({ name }) => name) ?? [];
    const found = names.map(async (name) => {
      const documents = await live.collection(name).find({}).toArray();
      return JSON.stringify(documents).includes('Xaver') ? [name] : [];
    });
    return (await Promise.all(found)).flat();
  }

  it("removes the person's data in the winning request from the cancelled deal and the release of its unit", async () => {
    const { id } = await addLead(context(), { name: 'Xaver Quux' });
    const { deal } = await win(context(), id, terms);
    fixture().inventory.fail('silent-before');
    await move(context(), id, 'negotiation');
    expect(await findTraces(context())).to.include.members(['deals', 'sales']);
    await erase(id);
    expect(await findTraces(context())).to.deep.equal([]);
    const { property_id, value, commission } = terms;
    const kept = { status: 'cancelled', lead_id: id, terms: { property_id, value, commission, notes: null } };
    expect(await context().deals.get(salesCaller(), deal.id)).to.deep.include(kept);
    await fixture().repair(context());
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
  });

  it("removes the person's data from sales that are in progress", async () => {
    const { id } = await addLead(context(), { name: 'Xaver Quux' });
    fixture().inventory.fail('silent-after');
    expect((await refusalOf(win(context(), id, terms))).code).to.equal('SERVICE_UNAVAILABLE');
    expect(await findTraces(context())).to.include('sales');
    await erase(id);
    expect(await findTraces(context())).to.deep.equal([]);
    await fixture().repair(context());
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
  });

  it("keeps only the unpublished events of the lead's deals and of the erasure", async () => {
    const { id } = await addLead(context(), { name: 'Xaver Quux' });
    await move(context(), id, 'won');
    const { deal } = await win(context(), id, terms);
    await move(context(), id, 'negotiation');
    await erase(id);
    const unpublished = await new Outbox(context().runtime.databases).findDue(
      'live',
      new Date(Date.now() + 60_000),
      100,
    );
    expect(unpublished.flatMap(({ events }) => events.map(({ name }) => name))).to.deep.equal([
      ...['deal.created', 'deal.closed', 'commission.calculated', 'invoice.created'],
      ...['deal.cancelled', 'invoice.voided', 'lead.deleted', 'erasure.lead'],
    ]);
    expect((await timelineOf(context(), id)).types).to.deep.equal(['erased']);
    expect((await timelineOf(context(), deal.id)).types).to.deep.equal(['deal_closed', 'deal_cancelled']);
    expect(await findTraces(context())).to.deep.equal([]);
  });

  it('leaves no personal text in a sale that begins at the same time', async () => {
    const { id } = await addLead(context(), { name: 'Xaver Quux' });
    const { agents } = context();
    // The last call before the sale is stored.
    const find: Context['agents']['find'] = async (caller, ids) => {
      await erase(id);
      return agents.find(caller, ids);
    };
    const late = { ...context(), agents: { ...agents, find } };
    expect((await refusalOf(win(late, id, terms))).code).to.equal('NOT_FOUND');
    expect(await findTraces(context())).to.deep.equal([]);
    await fixture().repair(context());
  });
});
