import { addDays, toLocalDay } from '@plotline/kit/core/time-zone';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('/v1/invoices/:id/payments', () => {
  const pipeline = useFixture(startPipeline);
  const today = () => toLocalDay(new Date(), 'UTC');

  async function invoice(instalments?: readonly object[]) {
    const { id } = await pipeline().lead();
    const body = { property_id: 'prop_river', deal_value: 1_000, ...(instalments && { instalments }) };
    const won = await pipeline().request('POST', `/v1/leads/${id}/won`, { body });
    const { body: invoices } = await pipeline().request('GET', `/v1/invoices?deal_id=${won.body.deal.id}`);
    return { ...invoices[0], dealId: won.body.deal.id };
  }

  const read = async (path: string) => (await pipeline().request('GET', path)).body;
  const post = (id: string, body: object) => pipeline().request('POST', `/v1/invoices/${id}/payments`, { body });

  it('pays an invoice in parts until its balance is 0', async () => {
    const { id, dealId } = await invoice();
    const first = await post(id, { amount: 300.5, method: 'bank_transfer', reference: 'R1' });
    expect(first.status).to.equal(201);
    expect(first.body).to.deep.include({
      invoice_id: id,
      amount: 300.5,
      currency: 'EUR',
      paid_on: today(),
      method: 'bank_transfer',
      reference: 'R1',
      reversed_at: null,
    });
    expect(await read(`/v1/invoices/${id}`)).to.include({
      status: 'partially_paid',
      paid_amount: 300.5,
      balance: 699.5,
    });
    expect(await read(`/v1/deals/${dealId}`)).to.include({ invoiced: 1_000, paid: 300.5 });
    const over = await post(id, { amount: 699.51, method: 'cash' });
    expect([over.status, over.body.reason, over.body.data]).to.deep.equal([409, 'overpayment', { balance: 699.5 }]);
    expect((await post(id, { amount: 699.5, method: 'cash', paid_on: '2020-02-29' })).status).to.equal(201);
    expect(await read(`/v1/invoices/${id}`)).to.include({ status: 'paid', balance: 0 });
    expect(await pipeline().eventNames(id)).to.deep.equal(['payment.recorded', 'payment.recorded', 'invoice.paid']);
    const { body, meta } = await pipeline().request('GET', `/v1/invoices/${id}/payments`);
    expect([body.map(({ amount }: { amount: number }) => amount), meta.total]).to.deep.equal([[699.5, 300.5], 2]);
  });

  it('undoes a payment once, and restores the invoice and its instalment', async () => {
    const { id, dealId } = await invoice([{ label: 'All', percent: 100, due: { on: 'sale', days: 0 } }]);
    await post(id, { amount: 400, method: 'card' });
    const before = await read(`/v1/invoices/${id}`);
    const { body: payment } = await post(id, { amount: 600, method: 'card' });
    expect((await read(`/v1/deals/${dealId}/instalments`))[0].status).to.equal('paid');
    const path = `/v1/invoices/${id}/payments/${payment.id}`;
    expect((await pipeline().request('DELETE', path)).status).to.equal(204);
    const { updated_at: _before, ...same } = before;
    expect(await read(`/v1/invoices/${id}`)).to.deep.include(same);
    expect((await read(`/v1/deals/${dealId}/instalments`))[0].status).to.equal('invoiced');
    expect(await read(`/v1/deals/${dealId}`)).to.include({ paid: 400 });
    expect((await pipeline().request('DELETE', path)).status).to.equal(404);
    const listed = await read(`/v1/invoices/${id}/payments`);
    expect(listed.map(({ reversed_at }: { reversed_at: unknown }) => reversed_at !== null)).to.deep.equal([
      true,
      false,
    ]);
    expect((await pipeline().eventNames(id)).at(-1)).to.equal('payment.deleted');
  });

  for (const [title, body, field] of [
    ['no amount', { amount: undefined }, 'amount'],
    ['an amount of 0', { amount: 0 }, 'amount'],
    ['a third decimal place', { amount: 1.005 }, 'amount'],
    ['a text as amount', { amount: '1' }, 'amount'],
    ['no method', { method: undefined }, 'method'],
    ['an unknown method', { method: 'barter' }, 'method'],
    ['a later day', { paid_on: addDays(toLocalDay(new Date(), 'UTC'), 1) }, 'paid_on'],
    ['no such day', { paid_on: '2026-02-30' }, 'paid_on'],
    ['a long reference', { reference: 'x'.repeat(201) }, 'reference'],
  ] as const) {
    it(`refuses ${title}`, async () => {
      const { id } = await invoice();
      const refused = await post(id, { amount: 1, method: 'cash', ...body });
      expect([refused.status, refused.body.details[0].field]).to.deep.equal([422, field]);
      expect((await read(`/v1/invoices/${id}/payments`)).length).to.equal(0);
    });
  }

  it('refuses unknown invoices, and payments of other invoices', async () => {
    const [one, other] = [await invoice(), await invoice()];
    const { body: payment } = await post(one.id, { amount: 1, method: 'cash' });
    expect((await post('inv_none', { amount: 1, method: 'cash' })).status).to.equal(404);
    expect((await pipeline().request('GET', '/v1/invoices/inv_none/payments')).status).to.equal(404);
    const path = `/v1/invoices/${other.id}/payments/${payment.id}`;
    expect((await pipeline().request('DELETE', path)).status).to.equal(404);
  });

  it('refuses a void invoice, and an outdated version of the invoice', async () => {
    const { id, lead_id } = await invoice();
    const headers = { 'if-match': '"9-x."' };
    for (const [path, body] of [
      ['payments', { amount: 1, method: 'cash' }],
      ['paid', {}],
    ] as const) {
      const stale = await pipeline().request('POST', `/v1/invoices/${id}/${path}`, { body, headers });
      expect(stale.status).to.equal(412);
    }
    await pipeline().request('POST', `/v1/leads/${lead_id}/stage`, { body: { stage: 'lost' } });
    for (const path of ['payments', 'paid']) {
      const refused = await pipeline().request('POST', `/v1/invoices/${id}/${path}`, {
        body: { amount: 1, method: 'cash' },
      });
      expect([refused.status, refused.body.reason]).to.deep.equal([409, 'invoice_void']);
    }
  });

  it('pays the balance with POST /paid, which changes nothing when repeated', async () => {
    const { id } = await invoice();
    await post(id, { amount: 0.01, method: 'cash' });
    for (let call = 0; call < 2; call += 1) {
      const { status, body } = await pipeline().request('POST', `/v1/invoices/${id}/paid`);
      expect([status, body.status, body.balance]).to.deep.equal([200, 'paid', 0]);
    }
    const listed = await read(`/v1/invoices/${id}/payments`);
    expect(listed.map(({ amount, method }: Record<string, unknown>) => [amount, method])).to.deep.equal([
      [999.99, 'other'],
      [0.01, 'cash'],
    ]);
  });

  it('never accepts more than the balance from simultaneous payments', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, dealId } = await invoice();
      const all = await Promise.all(Array.from({ length: 12 }, () => post(id, { amount: 300, method: 'cash' })));
      expect(all.map(({ status }) => status).sort()).to.deep.equal([...Array(3).fill(201), ...Array(9).fill(409)]);
      expect(await read(`/v1/invoices/${id}`)).to.include({ paid_amount: 900, balance: 100 });
      expect(await read(`/v1/deals/${dealId}`)).to.include({ paid: 900 });
    }
  });

  it('filters overdue invoices by the day in the time zone', async () => {
    const due = toLocalDay(new Date(), 'UTC');
    const { id } = await invoice([{ label: 'All', percent: 100, due: { on: 'date', date: due } }]);
    const paid = await invoice([{ label: 'All', percent: 100, due: { on: 'date', date: '2020-01-01' } }]);
    await pipeline().request('POST', `/v1/invoices/${paid.id}/paid`);
    const whole = await invoice();
    const list = async (query: string, timeZone = 'UTC') => {
      const { body } = await pipeline().request('GET', `/v1/invoices?per_page=100&${query}`, { as: { timeZone } });
      return body.map((one: { id: string }) => one.id);
    };
    expect(await list('overdue=true')).to.not.include(id);
    expect(await list('overdue=false')).to.include.members([id, paid.id, whole.id]);
    // In a zone that is 14 hours ahead, the date is a day later from 10:00 UTC on.
    const ahead = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'UTC';
    expect((await list('overdue=true', ahead)).includes(id)).to.equal(ahead !== 'UTC');
    const past = await invoice([{ label: 'All', percent: 100, due: { on: 'date', date: '2020-01-01' } }]);
    expect(past.overdue).to.equal(true);
    expect(await list('overdue=true&status=open')).to.deep.equal([past.id]);
    expect(await list('overdue=true&sort=updated_at&order=asc')).to.deep.equal([past.id]);
  });
});
