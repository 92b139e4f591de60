import { noContent } from '@plotline/kit/core/answer';
import { addDays, startOfDay, toLocalDay } from '@plotline/kit/core/time-zone';
import { takePaymentBack } from '@plotline/pipeline/sales/work/change-payments';
import { createTimeZoneConsumer } from '@plotline/pipeline/sales/work/follow-time-zone';
import { createOverdueTelling } from '@plotline/pipeline/sales/work/tell-overdue';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import {
  addLead,
  invoiceOf,
  move,
  pay,
  salesCaller,
  startSales,
  timelineOf,
  unitTerms,
  win,
} from '../../support/sales-fixture.js';

const dayMs = 24 * 3_600_000;

interface DueOptions {
  readonly timeZone?: string;
  readonly agent?: string | null;
}

describe('overdue invoices', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));
  const context = () => fixture().context;
  const tell = () => createOverdueTelling(context()).run();
  const toldOf = async (invoiceId: string) =>
    (await timelineOf(context(), invoiceId)).events.filter((name) => name === 'overdue.invoice');

  /** Wins a lead with an invoice that is due in that many days, and resolves to the invoice. */
  async function invoiceDueIn(days: number, { timeZone = 'UTC', agent = 'agent_1' }: DueOptions = {}) {
    const lead = await addLead(context(), { assigned_agent: agent });
    const instalments = [{ label: 'All', percent: 100, due: { on: 'sale', days } as const }];
    const { deal } = await win(context(), lead.id, { ...unitTerms, instalments }, { ...salesCaller(), timeZone });
    return { invoice: await invoiceOf(context(), deal.id), lead };
  }

  /** Advances the clock to the given number of milliseconds after a moment. */
  function goTo(moment: Date, after = 0): void {
    fixture().advanceClock(moment.getTime() + after - context().clock().getTime());
  }

  it("cause one notice when the day after the due day begins in the workspace's time zone", async () => {
    const timeZone = 'Pacific/Kiritimati';
    const { invoice } = await invoiceDueIn(2, { timeZone });
    const start = startOfDay(addDays(toLocalDay(invoice.issued_at, timeZone), 3), timeZone);
    goTo(start, -60_000);
    await tell();
    expect(await toldOf(invoice.id)).to.deep.equal([]);
    goTo(start, 1_000);
    await tell();
    await tell();
    expect(await toldOf(invoice.id)).to.deep.equal(['overdue.invoice']);
    expect((await invoiceOf(context(), invoice.deal_id)).version, 'no new version').to.equal(invoice.version);
  });

  it('cause no notice if they are paid or void, or if the lead is unassigned', async () => {
    const { invoice } = await invoiceDueIn(1);
    await pay(context(), invoice.id);
    fixture().inventory.addUnit('unit_1');
    const cancelled = await invoiceDueIn(1);
    await move(context(), cancelled.lead.id, 'lost');
    fixture().inventory.addUnit('unit_1');
    const nobodys = await invoiceDueIn(1, { agent: null });
    fixture().advanceClock(3 * dayMs);
    await tell();
    for (const { id } of [invoice, cancelled.invoice, nobodys.invoice]) expect(await toldOf(id)).to.deep.equal([]);
  });

  it('cause a notice after a payment was undone, but not a second one', async () => {
    const { invoice } = await invoiceDueIn(1);
    await pay(context(), invoice.id);
    fixture().advanceClock(3 * dayMs);
    await tell();
    const takeBack = async () => {
      const { records } = await context().payments.list(salesCaller(), {
        ...{ page: 1, per_page: 1, sort: 'created_at', order: 'desc', invoice_id: invoice.id },
      });
      const request = { invoiceId: invoice.id, paymentId: records[0]?.id ?? '', assert: () => undefined };
      await takePaymentBack(context(), { caller: salesCaller() }, { ...request, toAnswer: () => noContent() });
      await tell();
    };
    await takeBack();
    expect(await toldOf(invoice.id)).to.deep.equal(['overdue.invoice']);
    await pay(context(), invoice.id);
    await takeBack();
    expect(await toldOf(invoice.id)).to.deep.equal(['overdue.invoice']);
  });

  it("adapt to a change of the workspace's time zone", async () => {
    const { invoice } = await invoiceDueIn(1);
    const timeZone = 'Pacific/Kiritimati';
    const event = { event: 'workspace.updated', workspace_id: 'ws_test', timestamp: context().clock().toISOString() };
    const payload = { ...event, id: 'evt_1', data: { time_zone: timeZone }, previous: { time_zone: 'UTC' } };
    const common = { id: 'evt_1', name: 'workspace.updated', mode: 'live', requestId: 'req_1' } as const;
    await createTimeZoneConsumer(context()).handle({ ...common, payload: JSON.stringify(payload) });
    await tell();
    goTo(startOfDay(addDays(invoice.due_on ?? '', 1), timeZone), 1_000);
    await tell();
    expect(await toldOf(invoice.id)).to.deep.equal(['overdue.invoice']);
  });
});
