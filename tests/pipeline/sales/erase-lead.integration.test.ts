import type { Context } from '@plotline/pipeline/context';
import { eraseLead } from '@plotline/pipeline/sales/erase-lead';
import { expect } from 'chai';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { addLead, move, refusalOf, salesCaller, startSales, unitTerms, win } from '../support/sales-fixture.js';

describe('erasing a lead', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));
  const context = () => fixture().context;
  const notes = 'Xaver pays in cash.';
  const terms = { ...unitTerms, notes };

  const erase = (id: string) => eraseLead(context(), { caller: salesCaller() }, id, () => undefined);

  /** The collections that have something of the person. */
  async function findTraces({ runtime }: Context): Promise<string[]> {
    const { live } = runtime.databases;
    const names = (await live.db?.listCollections().toArray())?.map(({ name }) => name) ?? [];
    const found = names.map(async (name) => {
      const documents = await live.collection(name).find({}).toArray();
      return JSON.stringify(documents).includes('Xaver') ? [name] : [];
    });
    return (await Promise.all(found)).flat();
  }

  it('removes what the request that won it said about the person from the cancelled deal and the release of its unit', async () => {
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

  it('removes it from the sales that are in progress', async () => {
    const { id } = await addLead(context(), { name: 'Xaver Quux' });
    fixture().inventory.fail('silent-after');
    expect((await refusalOf(win(context(), id, terms))).code).to.equal('SERVICE_UNAVAILABLE');
    expect(await findTraces(context())).to.include('sales');
    await erase(id);
    expect(await findTraces(context())).to.deep.equal([]);
    await fixture().repair(context());
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
  });

  it('leaves no text in a sale that begins meanwhile', async () => {
    const { id } = await addLead(context(), { name: 'Xaver Quux' });
    const { agents } = context();
    // The last thing that is asked for before the sale is stored.
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
