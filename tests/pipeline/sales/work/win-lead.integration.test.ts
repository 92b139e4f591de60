import { conflict, unavailable } from '@plotline/kit/core/errors';
import type { Context } from '@plotline/pipeline/context';
import { toLeadJson } from '@plotline/pipeline/leads/model/lead-json';
import { toDealJson } from '@plotline/pipeline/sales/model/deal-json';
import { createSaleRepair } from '@plotline/pipeline/sales/work/sale-repair';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import {
  addLead,
  dealsOf,
  invoiceOf,
  move,
  outcomesOf,
  refusalOf,
  salesCaller,
  startSales,
  timelineOf,
  unitTerms,
  win,
} from '../../support/sales-fixture.js';

describe('winLead', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));
  const context = () => fixture().context;

  it('sells the unit and records deal, commission and invoice', async () => {
    const lead = await addLead(context());
    const won = await win(context(), lead.id);
    expect(fixture().inventory.dealOf('unit_1')).to.equal(won.deal.id);
    expect(won.deal).to.include({ unit_id: 'unit_1', property_id: 'prop_1', value: 450_000, currency: 'EUR' });
    expect(won.deal).to.include({ commission: 13_500, agent_id: 'agent_1', status: 'closed' });
    expect(won.lead).to.include({ stage: 'won', deal_id: won.deal.id });
    const body = { ...toLeadJson(won.lead), deal: toDealJson(won.deal) };
    expect(won.answer).to.deep.equal({ status: 200, body, version: won.lead.version });
    expect(await context().commissions.getByDeal(salesCaller(), won.deal.id)).to.include({
      amount: 13_500,
      rate: 0.03,
    });
    expect(await invoiceOf(context(), won.deal.id)).to.include({
      number: 'INV-000001',
      amount: 450_000,
    });
  });

  it("adds two timeline entries: one for the move with the lead's events, then one for the deal", async () => {
    const lead = await addLead(context());
    const { deal } = await win(context(), lead.id);
    await win(context(), lead.id);
    expect(await timelineOf(context(), lead.id)).to.deep.equal({
      types: ['created', 'assigned', 'stage_change', 'deal_closed'],
      events: ['lead.created', 'lead.assigned', 'lead.updated', 'lead.stage_changed', 'lead.won'],
    });
    expect(await timelineOf(context(), deal.id)).to.deep.equal({
      types: ['deal_closed'],
      events: ['deal.created', 'deal.closed', 'commission.calculated', 'invoice.created'],
    });
  });

  it('returns the same deal when repeated with the same terms, and CONFLICT for different terms', async () => {
    const lead = await addLead(context());
    const { deal } = await win(context(), lead.id);
    expect((await win(context(), lead.id)).deal).to.deep.equal(deal);
    expect((await refusalOf(win(context(), lead.id, { ...unitTerms, value: 1 }))).code).to.equal('CONFLICT');
    expect(await dealsOf(context())).to.have.length(1);
  });

  it("sells no unit if the request names a property, and uses the property's currency", async () => {
    const lead = await addLead(context());
    const { deal } = await win(context(), lead.id, { ...unitTerms, property_id: 'prop_1', commission: 7 });
    expect(deal).to.include({ unit_id: null, property_id: 'prop_1', currency: 'GBP', commission: 7 });
    expect(fixture().inventory.sold).to.deep.equal([]);
    await fixture().repair(context());
  });

  for (const id of ['prop_2', 'unit_2', 'lead_2', 'x']) {
    it(`fails with VALIDATION_ERROR for the unknown listing ${id}, and stores nothing`, async () => {
      const lead = await addLead(context());
      const refusal = await refusalOf(win(context(), lead.id, { ...unitTerms, property_id: id }));
      expect(refusal).to.include({ code: 'VALIDATION_ERROR' });
      expect(refusal.details[0]?.field).to.equal('property_id');
      expect(await context().leads.get(salesCaller(), lead.id)).to.deep.equal(lead);
      await fixture().repair(context());
    });
  }

  it('fails with NOT_FOUND if the lead is unknown or belongs to another workspace or mode', async () => {
    const lead = await addLead(context());
    for (const other of [salesCaller('ws_other'), salesCaller('ws_test', 'sandbox')]) {
      expect((await refusalOf(win(context(), lead.id, unitTerms, other))).code).to.equal('NOT_FOUND');
    }
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
  });

  it('records a deal for a lead that is already in won, without another move', async () => {
    const lead = await addLead(context());
    await move(context(), lead.id, 'won');
    const { deal } = await win(context(), lead.id);
    expect((await context().leads.get(salesCaller(), lead.id))?.deal_id).to.equal(deal.id);
    const { types, events } = await timelineOf(context(), lead.id);
    expect(types.slice(-2)).to.deep.equal(['stage_change', 'deal_closed']);
    expect(events.at(-1)).to.equal('lead.won');
  });

  /** Pipeline whose lead is moved a number of times during the call to inventory. */
  function movedWhileSold(leadId: string, times: number): Context {
    let left = times;
    const { inventory } = fixture();
    const units: Context['units'] = {
      sell: async (caller, unitId, deal) => {
        const stages = ['viewing', 'negotiation', 'lost'] as const;
        if (left > 0) await move(context(), leadId, stages[left % stages.length] ?? 'new');
        left -= 1;
        return inventory.sell(caller, unitId, deal);
      },
      release: (caller, unitId, dealId) => inventory.release(caller, unitId, dealId),
      countByStatus: () => inventory.countByStatus(),
    };
    return { ...context(), units };
  }

  it('wins a lead that is moved meanwhile from its new stage, with one deal', async () => {
    for (const times of [1, 3]) {
      const lead = await addLead(context());
      const { deal } = await win(movedWhileSold(lead.id, times), lead.id);
      expect(await context().leads.get(salesCaller(), lead.id)).to.include({ stage: 'won', deal_id: deal.id });
      expect((await dealsOf(context())).filter(({ lead_id }) => lead_id === lead.id)).to.have.length(1);
      await fixture().repair(context());
      expect(fixture().inventory.dealOf('unit_1')).to.equal(deal.id);
      fixture().inventory.addUnit('unit_1');
    }
  });

  it('passes the ids of abandoned sales, but not of cancelled deals, when it sells the unit again', async () => {
    const lead = await addLead(context());
    await win(movedWhileSold(lead.id, 1), lead.id);
    await move(context(), lead.id, 'viewing');
    await win(context(), lead.id);
    const calls = fixture().inventory.calls.slice(-3);
    const first = calls[0]?.id;
    expect(calls.map(({ abandonedIds }) => abandonedIds)).to.deep.equal([[], [first], [first]]);
  });

  it('wins a lead that was moved after an identical request sold the unit and crashed', async () => {
    const lead = await addLead(context());
    fixture().inventory.fail('crash-after');
    await win(context(), lead.id).catch(() => undefined);
    await move(context(), lead.id, 'viewing');
    const { deal } = await win(context(), lead.id);
    expect(fixture().inventory.dealOf('unit_1')).to.equal(deal.id);
    await fixture().repair(context());
    expect(fixture().inventory.dealOf('unit_1')).to.equal(deal.id);
    expect(await dealsOf(context())).to.have.length(1);
  });

  /** Makes a sale fail after another request has joined it, sold the unit and crashed. */
  async function giveUpSoldUnit(leadId: string): Promise<void> {
    const { inventory } = fixture();
    const units: Context['units'] = {
      sell: async () => {
        inventory.fail('crash-after');
        await win(context(), leadId).catch(() => undefined);
        throw conflict('The unit is reserved.');
      },
      release: () => Promise.reject(unavailable('The inventory service did not answer.')),
      countByStatus: () => inventory.countByStatus(),
    };
    expect((await refusalOf(win({ ...context(), units }, leadId))).code).to.equal('CONFLICT');
    expect(inventory.dealOf('unit_1')).to.be.a('string');
  }

  it('sells a unit that is still sold to an abandoned sale of the same lead', async () => {
    const lead = await addLead(context());
    await giveUpSoldUnit(lead.id);
    const { deal } = await win(context(), lead.id);
    expect(fixture().inventory.dealOf('unit_1')).to.equal(deal.id);
    await fixture().repair(context());
    expect(fixture().inventory.dealOf('unit_1')).to.equal(deal.id);
  });

  it('releases a unit within seconds if an abandoned sale still has it', async () => {
    const lead = await addLead(context());
    await giveUpSoldUnit(lead.id);
    fixture().advanceClock(3_000);
    await createSaleRepair(context()).run();
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
  });

  it('fails with CONFLICT for a lead that keeps moving, and releases the unit', async () => {
    const lead = await addLead(context());
    expect((await refusalOf(win(movedWhileSold(lead.id, 100), lead.id))).code).to.equal('CONFLICT');
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
    await fixture().repair(context());
    expect(await dealsOf(context())).to.deep.equal([]);
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
  });

  it('succeeds together with a simultaneous move, in either order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const lead = await addLead(context());
      const outcomes = await outcomesOf([win(context(), lead.id), move(context(), lead.id, 'viewing')]);
      expect(outcomes).to.deep.equal({ 200: 2 });
      const after = await context().leads.get(salesCaller(), lead.id);
      await fixture().repair(context());
      expect(fixture().inventory.dealOf('unit_1')).to.equal(after?.deal_id);
      expect(after?.stage).to.equal(after?.deal_id ? 'won' : 'viewing');
      fixture().inventory.addUnit('unit_1');
    }
  });

  it('creates one deal for 50 simultaneous calls with the same terms, and returns it to all of them', async () => {
    const lead = await addLead(context());
    const calls = Array.from({ length: 50 }, () => win(context(), lead.id));
    const deals = new Set((await Promise.all(calls)).map(({ deal }) => deal.id));
    expect(deals.size).to.equal(1);
    expect(await dealsOf(context())).to.have.length(1);
    expect((await timelineOf(context(), lead.id)).types.filter((type) => type === 'deal_closed')).to.have.length(1);
    await fixture().repair(context());
    expect(fixture().inventory.dealOf('unit_1')).to.be.oneOf([...deals]);
  });

  it('wins only one of 50 leads for the same unit, with two replicas', async () => {
    const other = await fixture().replica();
    const leads = await Promise.all(Array.from({ length: 50 }, () => addLead(context())));
    const outcomes = await outcomesOf(leads.map(({ id }, place) => win(place % 2 ? other : context(), id)));
    expect(outcomes).to.deep.equal({ 200: 1, CONFLICT: 49 });
    await fixture().repair(other);
    const [deal, ...more] = await dealsOf(context());
    expect(more).to.deep.equal([]);
    expect(fixture().inventory.dealOf('unit_1')).to.equal(deal?.id);
    expect(fixture().inventory.sold).to.deep.equal(['unit_1']);
  });

  it('gives each invoice in a workspace a unique number', async () => {
    const leads = await Promise.all(Array.from({ length: 12 }, () => addLead(context())));
    const terms = { ...unitTerms, property_id: 'prop_1' };
    const won = await Promise.all(leads.map(({ id }) => win(context(), id, terms)));
    const invoices = await Promise.all(won.map(({ deal }) => invoiceOf(context(), deal.id)));
    expect(new Set(invoices.map((invoice) => invoice.number)).size).to.equal(12);
  });
});
