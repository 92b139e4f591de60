import { eraseLead } from '@plotline/pipeline/sales/work/erase-lead';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { Crash, type Fault } from '../../support/fake-inventory.js';
import {
  addLead,
  dealsOf,
  findDueSales,
  move,
  refusalOf,
  salesCaller,
  startSales,
  timelineOf,
  unitTerms,
  win,
} from '../../support/sales-fixture.js';

/** Waits until the call ends with a crash or without an answer. */
async function broken(call: Promise<unknown>): Promise<void> {
  const outcome = await call.then(
    () => 'answered',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Crash)) expect(outcome).to.have.property('code', 'SERVICE_UNAVAILABLE');
}

describe('a sale whose request fails', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));
  const context = () => fixture().context;

  async function expectSold(leadId: string): Promise<void> {
    const [deal, ...others] = await dealsOf(context());
    expect(others).to.deep.equal([]);
    expect(deal).to.include({ lead_id: leadId, status: 'closed' });
    expect(fixture().inventory.dealOf('unit_1')).to.equal(deal?.id);
    expect(await context().leads.get(salesCaller(), leadId)).to.include({ stage: 'won', deal_id: deal?.id });
    const timelines = [await timelineOf(context(), leadId), await timelineOf(context(), deal?.id ?? '')];
    const events = timelines.flatMap((timeline) => timeline.events);
    expect(events.filter((name) => name === 'deal.closed' || name === 'lead.won')).to.have.length(2);
  }

  const faults: readonly Fault[] = ['crash-before', 'crash-after', 'silent-before', 'silent-after', 'late'];

  for (const fault of faults) {
    it(`is completed by another replica after the fault ${fault} in the call to inventory`, async () => {
      const lead = await addLead(context());
      fixture().inventory.fail(fault);
      await broken(win(context(), lead.id));
      fixture().inventory.deliverLate();
      await fixture().repair(await fixture().replica());
      await expectSold(lead.id);
    });

    it(`is completed by the repeated request after the fault ${fault}, and not again by the repair`, async () => {
      const lead = await addLead(context());
      fixture().inventory.fail(fault);
      await broken(win(context(), lead.id));
      await win(await fixture().replica(), lead.id);
      fixture().inventory.deliverLate();
      await fixture().repair(context());
      await expectSold(lead.id);
    });
  }

  it('is completed by another replica when it fails between the call and the commit', async () => {
    const lead = await addLead(context());
    const crash = () => Promise.reject(new Crash('no number'));
    const invoices = Object.assign(Object.create(context().invoices), { takeNextCounts: crash });
    await broken(win({ ...context(), invoices }, lead.id));
    expect(fixture().inventory.dealOf('unit_1')).to.be.a('string');
    expect(await dealsOf(context())).to.deep.equal([]);
    await fixture().repair(await fixture().replica());
    await expectSold(lead.id);
  });

  it('answers SERVICE_UNAVAILABLE when inventory does not respond, and CONFLICT to a request with different terms', async () => {
    const lead = await addLead(context());
    fixture().inventory.fail('silent-after');
    expect((await refusalOf(win(context(), lead.id))).code).to.equal('SERVICE_UNAVAILABLE');
    expect((await refusalOf(win(context(), lead.id, { ...unitTerms, value: 2 }))).code).to.equal('CONFLICT');
    expect((await win(context(), lead.id)).deal.value).to.equal(450_000);
  });

  it('is not repaired while its request may still be running', async () => {
    const lead = await addLead(context());
    fixture().inventory.fail('silent-before');
    await broken(win(context(), lead.id));
    expect(await findDueSales(context())).to.deep.equal([]);
    fixture().advanceClock();
    expect(await findDueSales(context())).to.have.length(1);
  });

  it('is retried while inventory does not respond', async () => {
    const lead = await addLead(context());
    fixture().inventory.fail('silent-before', 'silent-before', 'silent-after');
    await broken(win(context(), lead.id));
    await fixture().repair(context());
    await expectSold(lead.id);
  });

  it('is abandoned and releases the unit if the lead was moved meanwhile', async () => {
    const lead = await addLead(context());
    fixture().inventory.fail('silent-after');
    await broken(win(context(), lead.id));
    await move(context(), lead.id, 'lost');
    await fixture().repair(context());
    expect(await dealsOf(context())).to.deep.equal([]);
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
    expect(await context().leads.get(salesCaller(), lead.id)).to.include({ stage: 'lost', deal_id: null });
  });

  it('is abandoned, and releases the unit, if the lead was deleted', async () => {
    const lead = await addLead(context());
    fixture().inventory.fail('crash-after');
    await broken(win(context(), lead.id));
    await context().runtime.databases.live.collection<{ _id: string }>('leads').deleteOne({ _id: lead.id });
    await fixture().repair(context());
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
  });

  const losses = {
    moved: (leadId: string) => move(context(), leadId, 'lost'),
    erased: (leadId: string) => eraseLead(context(), { caller: salesCaller() }, leadId, () => undefined),
  };
  for (const [name, lose] of Object.entries(losses)) {
    it(`sells no unit for a lead that was ${name} after inventory did not respond`, async () => {
      const lead = await addLead(context());
      fixture().inventory.fail('silent-before');
      await broken(win(context(), lead.id));
      await lose(lead.id);
      await fixture().repair(context());
      // Inventory publishes every sale, even one that is undone immediately.
      expect(fixture().inventory.sold).to.deep.equal([]);
      expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
      expect(await dealsOf(context())).to.deep.equal([]);
    });
  }

  it('is abandoned if the unit was sold to another lead meanwhile', async () => {
    const [slow, quick] = [await addLead(context()), await addLead(context())];
    fixture().inventory.fail('silent-before');
    await broken(win(context(), slow.id));
    const { deal } = await win(context(), quick.id);
    await fixture().repair(context());
    expect(await context().leads.get(salesCaller(), slow.id)).to.include({ stage: 'new', deal_id: null });
    expect(fixture().inventory.dealOf('unit_1')).to.equal(deal.id);
  });

  it('releases the unit if a delayed call sells it after the sale was refused', async () => {
    const [slow, quick] = [await addLead(context()), await addLead(context())];
    fixture().inventory.fail('late');
    await broken(win(context(), slow.id));
    await win(context(), quick.id);
    expect((await refusalOf(win(context(), slow.id))).code).to.equal('CONFLICT');
    await move(context(), quick.id, 'viewing');
    fixture().inventory.deliverLate();
    expect(fixture().inventory.dealOf('unit_1')).to.be.a('string');
    await fixture().repair(context());
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
  });
});
