import { addDays, startOfDay, toLocalDay } from '@plotline/kit/core/time-zone';
import type { Due } from '@plotline/pipeline/plans/model/payment-plan';
import { createCompletionRefresh } from '@plotline/pipeline/sales/work/completion-refresh';
import { createDateInvoicing } from '@plotline/pipeline/sales/work/date-invoicing';
import { createTimeZoneConsumer } from '@plotline/pipeline/sales/work/follow-time-zone';
import { invoiceInstalments } from '@plotline/pipeline/sales/work/invoice-instalments';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { addLead, move, salesCaller, startSales, timelineOf, unitTerms, win } from '../../support/sales-fixture.js';

describe('the invoicing of instalments', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));
  const context = () => fixture().context;
  const today = (timeZone = 'UTC') => toLocalDay(context().clock(), timeZone);
  const invoiceByDate = () => createDateInvoicing(context()).run();

  async function winWith(dues: readonly Due[], timeZone = 'UTC') {
    const lead = await addLead(context());
    const instalments = dues.map((due, place) => ({ label: `Part ${place}`, percent: 100 / dues.length, due }));
    const { deal } = await win(context(), lead.id, { ...unitTerms, instalments }, { ...salesCaller(), timeZone });
    return { lead, deal };
  }

  async function statusesOf(dealId: string): Promise<string[]> {
    return (await context().instalments.listOfDeal(salesCaller(), dealId)).map(({ status }) => status);
  }

  it('issues each invoice 30 days before the due day, and not earlier', async () => {
    const { deal } = await winWith([
      { on: 'sale', days: 10 },
      { on: 'sale', days: 32 },
      { on: 'date', date: addDays(today(), 40) },
      { on: 'milestone', milestone: 'roof', days: 0 },
    ]);
    expect(await statusesOf(deal.id)).to.deep.equal(['invoiced', 'planned', 'planned', 'planned']);
    for (const [days, statuses] of [
      [1, ['invoiced', 'planned', 'planned', 'planned']],
      [1, ['invoiced', 'invoiced', 'planned', 'planned']],
      [8, ['invoiced', 'invoiced', 'invoiced', 'planned']],
      [400, ['invoiced', 'invoiced', 'invoiced', 'planned']],
    ] as const) {
      fixture().advanceClock(days * 24 * 3_600_000);
      await invoiceByDate();
      await invoiceByDate();
      expect(await statusesOf(deal.id)).to.deep.equal(statuses);
    }
    const invoices = await context().invoices.listOfDeals(salesCaller(), [deal.id]);
    expect(invoices).to.have.length(3);
    expect((await context().deals.get(salesCaller(), deal.id))?.invoiced).to.equal(337_500);
    for (const { id } of invoices.slice(1)) {
      expect((await timelineOf(context(), id)).events).to.deep.equal(['instalment.invoiced', 'invoice.created']);
    }
  });

  it("starts with the day in the workspace's time zone, and adapts to a change of the time zone", async () => {
    const zone = 'Pacific/Kiritimati';
    const due = addDays(today(zone), 35);
    const { deal } = await winWith([{ on: 'date', date: due }], zone);
    const start = startOfDay(addDays(due, -30), zone);
    fixture().advanceClock(start.getTime() - context().clock().getTime() - 60_000);
    await invoiceByDate();
    expect(await statusesOf(deal.id)).to.deep.equal(['planned']);
    const consumer = createTimeZoneConsumer(context());
    const told = (time_zone: string) => {
      const data = { id: salesCaller().workspaceId, country: null, time_zone };
      const payload = {
        event: 'workspace.updated',
        timestamp: context().clock(),
        workspace_id: salesCaller().workspaceId,
        data,
      };
      const envelope = JSON.stringify({ id: 'evt_1', ...payload, previous: { time_zone: zone } });
      return consumer.handle({
        id: 'evt_1',
        name: 'workspace.updated',
        mode: 'live',
        payload: envelope,
        requestId: 'r',
      });
    };
    await told('Pacific/Niue');
    fixture().advanceClock(2 * 3_600_000);
    await invoiceByDate();
    expect(await statusesOf(deal.id)).to.deep.equal(['planned']);
    fixture().advanceClock(24 * 3_600_000);
    await invoiceByDate();
    expect(await statusesOf(deal.id)).to.deep.equal(['invoiced']);
  });

  it('skips the instalments of a cancelled deal', async () => {
    const { lead, deal } = await winWith([{ on: 'sale', days: 100 }]);
    await move(context(), lead.id, 'viewing');
    fixture().advanceClock(365 * 24 * 3_600_000);
    await invoiceByDate();
    expect(await statusesOf(deal.id)).to.deep.equal(['cancelled']);
    expect(await context().invoices.listOfDeals(salesCaller(), [deal.id])).to.deep.equal([]);
  });

  /**
   * Wins a lead with two instalments for one milestone. Invoices them in three concurrent calls, at the same time as
   * other work.
   */
  async function race(beside: (leadId: string) => Promise<unknown>) {
    fixture().inventory.addUnit('unit_1');
    const { lead, deal } = await winWith([
      { on: 'milestone', milestone: 'roof', days: 0 },
      { on: 'milestone', milestone: 'roof', days: 9 },
    ]);
    const due = (await context().instalments.listOfDeal(salesCaller(), deal.id)).map(({ id }) => ({
      id,
      dueOn: today(),
    }));
    const calls = [1, 2, 3].map(() => invoiceInstalments(context(), { caller: salesCaller() }, due));
    await Promise.all([...calls, beside(lead.id)]);
    const invoices = await context().invoices.listOfDeals(salesCaller(), [deal.id]);
    const stored = await context().deals.get(salesCaller(), deal.id);
    const statuses = await statusesOf(deal.id);
    return { invoices: invoices.map(({ status }) => status), statuses, invoiced: stored?.invoiced };
  }

  it('issues one invoice for each instalment, even if many replicas invoice simultaneously', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { invoices, statuses, invoiced } = await race(async () => undefined);
      expect([invoices, statuses]).to.deep.equal([
        ['open', 'open'],
        ['invoiced', 'invoiced'],
      ]);
      expect(invoiced).to.equal(450_000);
    }
  });

  it('leaves no open invoice for a deal that is cancelled at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { invoices, statuses, invoiced } = await race((leadId) => move(context(), leadId, 'viewing'));
      expect(invoices.filter((status) => status !== 'void')).to.deep.equal([]);
      expect([statuses, invoiced]).to.deep.equal([['cancelled', 'cancelled'], 0]);
    }
  });

  it('uses the current day of completion until the invoice is issued', async () => {
    const { deal } = await winWith([{ on: 'completion', days: 10 }]);
    const dueDay = async () => (await context().instalments.listOfDeal(salesCaller(), deal.id))[0]?.due_on;
    const complete = async (day: string | null) => {
      fixture().progress = { completionDate: day, milestones: [] };
      const now = context().clock();
      await context().completionQueue.enqueue(salesCaller(), {
        subjectIds: [deal.property_id],
        requestId: 'request',
        since: now,
        resumeAt: now,
      });
      await createCompletionRefresh(context()).run();
      await invoiceByDate();
    };
    expect(await dueDay()).to.equal(null);
    await complete(addDays(today(), 100));
    expect([await dueDay(), await statusesOf(deal.id)]).to.deep.equal([addDays(today(), 110), ['planned']]);
    await complete(null);
    expect(await dueDay()).to.equal(null);
    await complete(addDays(today(), 20));
    expect([await dueDay(), await statusesOf(deal.id)]).to.deep.equal([addDays(today(), 30), ['invoiced']]);
    await complete(addDays(today(), 200));
    expect(await dueDay()).to.equal(addDays(today(), 30));
  });

  it('pays the first invoices from the deposit of the converted hold, including an invoice that is issued later', async () => {
    const paidAt = new Date('2026-01-15T23:30:00.000Z');
    fixture().inventory.deposit = { amount: 150_000, currency: 'EUR', paidAt, reference: 'R1' };
    const { deal } = await winWith([
      { on: 'sale', days: 0 },
      { on: 'sale', days: 100 },
    ]);
    expect(deal).to.include({ invoiced: 225_000, paid: 150_000 });
    const [first] = await context().invoices.listOfDeals(salesCaller(), [deal.id]);
    expect(first).to.include({ status: 'partially_paid', paid_amount: 150_000 });
    const [payment] = await context().payments.listOfDeal(salesCaller(), deal.id);
    expect(payment).to.include({ amount: 150_000, paid_on: '2026-01-15', method: 'other', reference: 'R1' });
    expect((await timelineOf(context(), deal.id)).events.slice(-3)).to.deep.equal([
      'instalment.invoiced',
      'invoice.created',
      'payment.recorded',
    ]);
    fixture().inventory.addUnit('unit_1');
    const waiting = await winWith([{ on: 'sale', days: 100 }]);
    expect(waiting.deal).to.include({ invoiced: 0, paid: 0 });
    fixture().advanceClock(80 * 24 * 3_600_000);
    await invoiceByDate();
    expect(await context().deals.get(salesCaller(), waiting.deal.id)).to.include({ invoiced: 450_000, paid: 150_000 });
  });
});
