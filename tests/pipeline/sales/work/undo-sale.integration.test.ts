import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import type { Fault } from '../../support/fake-inventory.js';
import {
  addLead,
  invoiceOf,
  move,
  pay,
  refusalOf,
  salesCaller,
  startSales,
  timelineOf,
  win,
} from '../../support/sales-fixture.js';

describe('moving a lead with a deal out of won', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));
  const context = () => fixture().context;

  async function wonLead() {
    return win(context(), (await addLead(context())).id);
  }

  async function expectTakenBack(leadId: string, dealId: string, stage: string): Promise<void> {
    expect(await context().leads.get(salesCaller(), leadId)).to.include({ stage, deal_id: null });
    expect(await context().deals.get(salesCaller(), dealId)).to.include({ status: 'cancelled' });
    expect(await context().commissions.getByDeal(salesCaller(), dealId)).to.include({ status: 'cancelled' });
    expect(await invoiceOf(context(), dealId)).to.include({ status: 'void', paid_at: null });
  }

  for (const stage of ['new', 'negotiation', 'lost'] as const) {
    it(`to ${stage} immediately cancels deal and commission, voids the invoice and releases the unit`, async () => {
      const { lead, deal } = await wonLead();
      await move(context(), lead.id, stage);
      await expectTakenBack(lead.id, deal.id, stage);
      expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
      expect((await timelineOf(context(), lead.id)).types.slice(-2)).to.deep.equal(['stage_change', 'deal_cancelled']);
      expect((await timelineOf(context(), deal.id)).events.slice(-2)).to.deep.equal([
        'deal.cancelled',
        'invoice.voided',
      ]);
      await fixture().repair(context());
      await expectTakenBack(lead.id, deal.id, stage);
    });
  }

  it('makes the unit available to a new deal', async () => {
    const { lead, deal } = await wonLead();
    await move(context(), lead.id, 'viewing');
    const again = await win(context(), lead.id);
    expect(again.deal.id).to.not.equal(deal.id);
    await fixture().repair(context());
    expect(fixture().inventory.dealOf('unit_1')).to.equal(again.deal.id);
  });

  it('fails with CONFLICT if the invoice is paid, and changes nothing', async () => {
    const { lead, deal } = await wonLead();
    const { id } = await invoiceOf(context(), deal.id);
    await pay(context(), id);
    expect((await refusalOf(move(context(), lead.id, 'new'))).code).to.equal('CONFLICT');
    expect(await context().leads.get(salesCaller(), lead.id)).to.deep.equal(lead);
    expect(fixture().inventory.dealOf('unit_1')).to.equal(deal.id);
  });

  for (const fault of ['silent-before', 'silent-after', 'crash-before', 'crash-after'] as const satisfies Fault[]) {
    it(`succeeds even if inventory fails by ${fault}, and another replica releases the unit`, async () => {
      const { lead, deal } = await wonLead();
      fixture().inventory.fail(fault);
      await move(context(), lead.id, 'new');
      await fixture().repair(await fixture().replica());
      await expectTakenBack(lead.id, deal.id, 'new');
      expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
    });
  }

  it('cancels no deal when the lead was moved to won without one', async () => {
    const lead = await addLead(context());
    await move(context(), lead.id, 'won');
    await move(context(), lead.id, 'new');
    expect((await timelineOf(context(), lead.id)).types).to.not.include('deal_cancelled');
  });

  it('lets either a move or a simultaneous payment of the invoice succeed, but not both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { lead, deal } = await wonLead();
      const { id } = await invoiceOf(context(), deal.id);
      const paying = pay(context(), id);
      const results = await Promise.allSettled([paying, move(context(), lead.id, 'new')]);
      expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      const isLive = (await context().deals.get(salesCaller(), deal.id))?.status === 'closed';
      expect((await invoiceOf(context(), deal.id)).status).to.equal(isLive ? 'paid' : 'void');
      fixture().inventory.addUnit('unit_1');
    }
  });
});
