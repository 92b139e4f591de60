import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('The documents of a deal', () => {
  const workspaces = { getName: async () => 'Riverside Homes' };
  const pipeline = useFixture(() => startPipeline({ workspaces }));
  const read = (path: string, options = {}) => pipeline().request('GET', path, options);

  async function sell(fields: object = {}) {
    const { id } = await pipeline().lead({ name: '=Maria Silva' });
    const instalments = [
      { label: '=1+1', percent: 40, due: { on: 'sale', days: 5 } },
      { label: 'Roof', percent: 60, due: { on: 'milestone', milestone: 'roof', days: 0 } },
    ];
    const construction = { property_id: 'prop_river', deal_value: 1_000, ...fields };
    const body = 'instalments' in fields ? construction : { ...construction, instalments };
    const won = await pipeline().request('POST', `/v1/leads/${id}/won`, { body });
    expect(won.status).to.equal(200);
    const dealId = won.body.deal.id;
    const [invoice] = (await read(`/v1/invoices?deal_id=${dealId}`)).body;
    return { leadId: id, dealId, invoice };
  }

  it('show instalments, invoices, payments and the balance', async () => {
    const { dealId, invoice } = await sell({ instalments: null });
    const pay = (amount: number) =>
      pipeline().create(`/v1/invoices/${invoice.id}/payments`, { amount, method: 'cash' });
    const taken = await pay(100);
    await pay(250.5);
    await pipeline().request('DELETE', `/v1/invoices/${invoice.id}/payments/${taken.id}`);
    const { status, body } = await read(`/v1/deals/${dealId}/statement`);
    expect(status).to.equal(200);
    expect(body).to.deep.include({
      deal_id: dealId,
      lead_name: '=Maria Silva',
      property_name: 'Property prop_river',
      unit_name: null,
      value: 1_000,
      invoiced: 1_000,
      paid: 250.5,
      balance: 749.5,
      open_deposit: null,
      instalments: [],
    });
    expect(body.invoices).to.deep.equal([(await read(`/v1/invoices/${invoice.id}`)).body]);
    const amounts = body.payments.map((one: { amount: number; reversed_at: unknown }) => [
      one.amount,
      one.reversed_at === null,
    ]);
    expect(amounts).to.deep.equal([
      [100, false],
      [250.5, true],
    ]);
  });

  it('show a balance of 0 once the deal is cancelled', async () => {
    const { leadId, dealId } = await sell({ instalments: null });
    await pipeline().request('POST', `/v1/leads/${leadId}/stage`, { body: { stage: 'viewing' } });
    const { body } = await read(`/v1/deals/${dealId}/statement`);
    expect(body).to.deep.include({ status: 'cancelled', invoiced: 0, balance: 0 });
  });

  it('are available as CSV that contains no formulas, and as PDF', async () => {
    const construction = { getProgress: async () => ({ completionDate: null, milestones: [] }) };
    Object.assign(pipeline().context, { construction });
    const { dealId, invoice } = await sell();
    const csv = await read(`/v1/deals/${dealId}/statement?format=csv`);
    expect(csv.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).to.contain(`statement-${dealId}.csv`);
    const [header, first, second, ofInvoice, balance] = csv.body.split('\r\n');
    expect(header).to.match(/^type,id,description,day,due_on,status,amount,/);
    expect(first).to.contain(",'=1+1,");
    expect(second).to.contain(',Roof,,,planned,600,');
    expect(ofInvoice).to.contain(`invoice,${invoice.id},${invoice.number},`);
    expect(balance).to.contain('closed,1000,0,1000,EUR');
    for (const path of [`/v1/deals/${dealId}/statement?format=pdf`, `/v1/invoices/${invoice.id}/pdf`]) {
      const pdf = await read(path);
      expect(pdf.headers.get('content-type')).to.equal('application/pdf');
      expect(pdf.body).to.match(/^%PDF-/);
    }
  });

  it("show a paid deposit that waits for the first invoice, until when the deal can't be cancelled", async () => {
    const { leadId, dealId } = await sell({
      instalments: [{ label: 'All', percent: 100, due: { on: 'sale', days: 100 } }],
    });
    const open_deposit = { amount: 150.5, paid_on: '2026-03-01', reference: 'R1' };
    const deals = pipeline().runtime.databases.live.collection<{ _id: string }>('deals');
    await deals.updateOne({ _id: dealId }, { $set: { open_deposit } });
    const { body } = await read(`/v1/deals/${dealId}/statement`);
    expect(body).to.deep.include({ paid: 0, balance: 1_000, open_deposit: { ...open_deposit, currency: 'EUR' } });
    const csv = (await read(`/v1/deals/${dealId}/statement?format=csv`)).body;
    expect(csv).to.contain(`deposit,${dealId},,2026-03-01,,received,150.5,,,EUR,,R1`);
    expect((await read(`/v1/deals/${dealId}/statement?format=pdf`)).body).to.match(/^%PDF-/);
    const refused = await pipeline().request('POST', `/v1/leads/${leadId}/stage`, { body: { stage: 'viewing' } });
    expect([refused.status, refused.body.reason, refused.body.data]).to.deep.equal([
      ...[409, 'invoice_paid'],
      { deal_id: dealId },
    ]);
    expect((await read(`/v1/deals/${dealId}`)).body.status).to.equal('closed');
  });

  it('are refused in another format, and answer 404 for another workspace', async () => {
    const { dealId, invoice } = await sell({ instalments: null });
    const refused = await read(`/v1/deals/${dealId}/statement?format=xml`);
    expect([refused.status, refused.body.details[0].field]).to.deep.equal([422, 'format']);
    const as = { workspaceId: 'ws_other' };
    expect((await read(`/v1/deals/${dealId}/statement`, { as })).status).to.equal(404);
    expect((await read(`/v1/invoices/${invoice.id}/pdf`, { as })).status).to.equal(404);
  });
});
