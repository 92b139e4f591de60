import { newId } from '@plotline/kit/core/ids';
import { PaymentsServiceService } from '@plotline/protos/plotline/pipeline/v1/payments';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('PaymentsService', () => {
  const pipeline = useFixture(startPipeline);

  async function newInvoice(): Promise<string> {
    const { id } = await pipeline().lead();
    const body = { property_id: 'prop_river', deal_value: 1_000 };
    const won = await pipeline().request('POST', `/v1/leads/${id}/won`, { body });
    const { body: invoices } = await pipeline().request('GET', `/v1/invoices?deal_id=${won.body.deal.id}`);
    return invoices[0].id;
  }

  const toPayment = (invoice_id: string, change: object = {}) => ({
    ...{ invoice_id, payment_id: newId('pay'), amount: 400, currency: 'EUR', paid_on: '2026-03-01' },
    reference: 'pi_1',
    method: '',
    ...change,
  });
  const record = (payment: ReturnType<typeof toPayment>) =>
    pipeline().rpc(PaymentsServiceService.recordPayment, payment, callContext());
  const readBalance = async (invoice_id: string) =>
    (await pipeline().rpc(PaymentsServiceService.getPayable, { invoice_id }, callContext())).balance;

  it('records a payment once per id, even if calls are concurrent', async () => {
    const id = await newInvoice();
    const payment = toPayment(id);
    await Promise.all([record(payment), record(payment), record(payment)]);
    await record(payment);
    expect(await readBalance(id)).to.equal(600);
    const { body } = await pipeline().request('GET', `/v1/invoices/${id}/payments`);
    expect(body).to.have.length(1);
    expect(body[0]).to.include({ id: payment.payment_id, amount: 400, method: 'card', reference: 'pi_1' });
  });

  it('reverses a payment once, and does not record it again', async () => {
    const id = await newInvoice();
    const payment = toPayment(id);
    await record(payment);
    const back = { invoice_id: id, payment_id: payment.payment_id };
    for (let times = 0; times < 2; times += 1) {
      await pipeline().rpc(PaymentsServiceService.takePaymentBack, back, callContext());
    }
    await record(payment);
    expect(await readBalance(id)).to.equal(1_000);
  });

  it('refuses a different currency, more than the balance, and unknown invoices', async () => {
    const id = await newInvoice();
    expect((await refusalOf(() => record(toPayment(id, { currency: 'USD' })))).reason).to.equal('other_currency');
    expect((await refusalOf(() => record(toPayment(id, { amount: 1_000.01 })))).reason).to.equal('overpayment');
    expect((await refusalOf(() => record(toPayment('inv_unknown')))).code).to.equal('NOT_FOUND');
    expect((await refusalOf(() => readBalance('inv_unknown'))).code).to.equal('NOT_FOUND');
    expect(await readBalance(id)).to.equal(1_000);
  });

  it('refuses a payment id that was recorded for another invoice', async () => {
    const [first, second] = [await newInvoice(), await newInvoice()];
    const payment = toPayment(first);
    await record(payment);
    expect((await refusalOf(() => record({ ...payment, invoice_id: second }))).code).to.equal('CONFLICT');
    expect(await readBalance(second)).to.equal(1_000);
  });

  it('lists the invoices that are not paid in full, page by page', async () => {
    const [open, part, paid] = [await newInvoice(), await newInvoice(), await newInvoice()];
    await record(toPayment(part, { method: 'bank_transfer' }));
    await record(toPayment(paid, { amount: 1_000 }));
    const balances = new Map<string, number>();
    let cursor = '';
    do {
      const page = await pipeline().rpc(PaymentsServiceService.listPayables, { cursor }, callContext());
      for (const { id, balance } of page.invoices) balances.set(id, balance);
      cursor = page.next_cursor;
    } while (cursor !== '');
    expect([balances.get(open), balances.get(part), balances.has(paid)]).to.deep.equal([1_000, 600, false]);
    const { body } = await pipeline().request('GET', `/v1/invoices/${part}/payments`);
    expect(body[0].method).to.equal('bank_transfer');
    const unknown = toPayment(open, { method: 'cash' });
    expect((await refusalOf(() => record(unknown))).code).to.equal('VALIDATION_ERROR');
  });
});
