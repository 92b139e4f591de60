import { addDays } from '@plotline/kit/core/time-zone';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const today = '2027-03-15';
const now = new Date(`${today}T12:00:00.000Z`);

interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Adds amounts in hundredths, to avoid the error of binary fractions. */
function addUp(records: readonly Money[]) {
  const sums = new Map<string, number>();
  for (const { currency, amount } of records) sums.set(currency, (sums.get(currency) ?? 0) + Math.round(amount * 100));
  const sorted = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([currency, sum]) => ({ currency, amount: sum / 100 }));
}

describe('GET /v1/analytics/cash', () => {
  const pipeline = useFixturePerTest(() => startPipeline({}, { clock: () => now }));

  const read = async (path: string) => (await pipeline().request('GET', path)).body;
  const readCash = (query = '') => read(`/v1/analytics/cash?${query}`);

  async function sell(deal_value: number, dues: readonly string[], currency: string) {
    const { id } = await pipeline().lead({ budget: { currency } });
    const instalments = dues.map((date, place) => {
      return { label: `Part ${place}`, percent: 100 / dues.length, due: { on: 'date', date } };
    });
    const body = { property_id: currency === 'EUR' ? 'prop_river' : 'prop_hill', deal_value, instalments };
    const won = await pipeline().request('POST', `/v1/leads/${id}/won`, { body });
    expect(won.status).to.equal(200);
    return { leadId: id, dealId: won.body.deal.id };
  }

  async function pay(dealId: string, payments: readonly (readonly [amount: number, paidOn: string])[]) {
    const invoices = await read(`/v1/invoices?deal_id=${dealId}&order=asc`);
    for (const [place, [amount, paid_on]] of payments.entries()) {
      const { id } = invoices[place % invoices.length];
      await pipeline().create(`/v1/invoices/${id}/payments`, { amount, paid_on, method: 'cash' });
    }
    return invoices;
  }

  it('equals a recount of instalments, payments and invoices', async () => {
    const days = [-70, -31, -1, 0, 1, 20].map((offset) => addDays(today, offset));
    const sold: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { dealId } = await sell(
        Number((1_000.1 + count / 7).toFixed(2)),
        days.slice(count % 2, (count % 2) + 4),
        'EUR',
      );
      await pay(dealId, [
        [0.1, addDays(today, -40)],
        [0.2, addDays(today, -1)],
        [33.33 + count, today],
      ]);
      sold.push(dealId);
    }
    const range = { start_date: addDays(today, -31), end_date: addDays(today, 10) };
    const isIn = (day: string | null) => day !== null && day >= range.start_date && day <= range.end_date;
    const instalments = (await Promise.all(sold.map((id) => read(`/v1/deals/${id}/instalments`)))).flat();
    const invoices = await read('/v1/invoices?per_page=100');
    const payments = (
      await Promise.all(invoices.map(({ id }: { id: string }) => read(`/v1/invoices/${id}/payments?per_page=100`)))
    ).flat();
    const due = instalments.filter((one) => isIn(one.due_on));
    const received = payments.filter((one) => isIn(one.paid_on));
    const late = invoices.filter((one: { due_on: string; overdue: boolean }) => one.overdue);
    const cash = await readCash(new URLSearchParams(range).toString());
    expect(cash).to.deep.include({ period: 'custom', ...range });
    expect(cash.received).to.deep.equal(addUp(received));
    expect(cash.due).to.deep.equal(addUp(due));
    const unpaid = late.map(({ balance, currency }: { balance: number; currency: string }) => ({
      amount: balance,
      currency,
    }));
    expect(cash.overdue).to.deep.equal(addUp(unpaid));
    const months = [
      ...new Set(
        [...due.map((one) => one.due_on), ...received.map((one) => one.paid_on)].map((day) => day.slice(0, 7)),
      ),
    ];
    const expected = months.sort().map((month) => ({
      month,
      currency: 'EUR',
      due: addUp(due.filter((one) => one.due_on.startsWith(month)))[0]?.amount ?? 0,
      received: addUp(received.filter((one) => one.paid_on.startsWith(month)))[0]?.amount ?? 0,
    }));
    expect(cash.by_month).to.deep.equal(expected);
  });

  it('excludes payments that were undone, and instalments that were cancelled or paid', async () => {
    const { leadId, dealId } = await sell(100, [addDays(today, -10), today], 'EUR');
    const [first] = await pay(dealId, [[50, today]]);
    expect(await readCash()).to.deep.include({
      received: [{ currency: 'EUR', amount: 50 }],
      due: [{ currency: 'EUR', amount: 100 }],
      overdue: [],
    });
    const [payment] = await read(`/v1/invoices/${first.id}/payments`);
    await pipeline().request('DELETE', `/v1/invoices/${first.id}/payments/${payment.id}`);
    expect(await readCash()).to.deep.include({ received: [], overdue: [{ currency: 'EUR', amount: 50 }] });
    await pipeline().request('POST', `/v1/leads/${leadId}/stage`, { body: { stage: 'viewing' } });
    expect(await readCash()).to.deep.include({ received: [], due: [], overdue: [], by_month: [] });
  });

  it('adds up the largest amounts exactly', async () => {
    for (let count = 0; count < 3; count += 1) {
      const { dealId } = await sell(22_517_998_136_852.47, [today], 'EUR');
      await pay(dealId, [[22_517_998_136_852.47, today]]);
    }
    const cash = await readCash();
    expect(cash.received).to.deep.equal([{ currency: 'EUR', amount: 67_553_994_410_557.41 }]);
  });

  it('refuses a period that begins after its end', async () => {
    const { status, body } = await pipeline().request(
      'GET',
      '/v1/analytics/cash?start_date=2027-03-02&end_date=2027-03-01',
    );
    expect([status, body.details[0].field]).to.deep.equal([422, 'start_date']);
  });
});
