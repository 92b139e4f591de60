import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('POST /v1/leads/:id/won and /v1/invoices/:id/paid', () => {
  const pipeline = useFixture(startPipeline);

  const terms = { property_id: 'prop_river', deal_value: 450_000 };

  async function wonLead(more: object = {}) {
    const { id } = await pipeline().lead();
    return pipeline().request('POST', `/v1/leads/${id}/won`, { body: { ...terms, ...more } });
  }

  async function invoiceOf(dealId: string) {
    return (await pipeline().request('GET', `/v1/invoices?deal_id=${dealId}`)).body[0];
  }

  it('return the same deal for a request with different notes', async () => {
    const { body } = await wonLead({ notes: 'Signed.' });
    for (const more of [{}, { notes: null }, { notes: 'Signed on Tuesday.' }]) {
      const again = await pipeline().request('POST', `/v1/leads/${body.id}/won`, { body: { ...terms, ...more } });
      expect([again.status, again.body]).to.deep.equal([200, body]);
    }
  });

  it('accept every valid price of a unit', async () => {
    const largest = 90_071_992_547_409.9;
    const { status, body } = await wonLead({ deal_value: largest, commission: largest });
    expect([status, body.deal.value, body.deal.commission]).to.deep.equal([200, largest, largest]);
    for (const deal_value of [90_071_992_547_410, 1e15, 1.1e15, 0.001]) {
      const refused = await wonLead({ deal_value });
      expect([refused.status, refused.body.details[0].field], `${deal_value}`).to.deep.equal([422, 'deal_value']);
    }
  });

  it("honour If-Match with the lead's version", async () => {
    const { id } = await pipeline().lead();
    const before = await pipeline().request('GET', `/v1/leads/${id}`);
    await pipeline().request('PUT', `/v1/leads/${id}`, { body: { notes: 'Changed.' } });
    const win = (etag: string | null) =>
      pipeline().request('POST', `/v1/leads/${id}/won`, { body: terms, headers: { 'If-Match': etag ?? '' } });
    expect((await win(before.headers.get('etag'))).status).to.equal(412);
    const current = await pipeline().request('GET', `/v1/leads/${id}`);
    expect((await win(current.headers.get('etag'))).status).to.equal(200);
  });

  it('report an unknown listing and an invalid value together', async () => {
    const { status, body } = await wonLead({ property_id: 'unit_none', deal_value: -1 });
    expect(status).to.equal(422);
    expect(body.details.map(({ field }: { field: string }) => field)).to.have.members(['deal_value', 'property_id']);
  });

  it("return the record's ETag, like the GETs of deals, invoices and commissions", async () => {
    const { headers, body } = await wonLead();
    expect(headers.get('etag')).to.match(/^"2-/);
    const tag = headers.get('etag') ?? '';
    const put = await pipeline().request('PUT', `/v1/leads/${body.id}`, {
      body: { notes: 'x' },
      headers: { 'if-match': tag },
    });
    expect(put.status).to.equal(200);
    const { id } = await invoiceOf(body.deal.id);
    for (const path of [`/v1/invoices/${id}`, `/v1/invoices/${id}?fields=number`, `/v1/deals/${body.deal.id}`]) {
      expect((await pipeline().request('GET', path)).headers.get('etag'), path).to.match(/^"1-/);
    }
    const paid = await pipeline().request('POST', `/v1/invoices/${id}/paid`);
    expect(paid.headers.get('etag')).to.match(/^"2-/);
    const read = await pipeline().request('GET', `/v1/invoices/${id}`);
    expect([read.headers.get('etag'), read.body]).to.deep.equal([paid.headers.get('etag'), paid.body]);
    const [recorded, event, ...others] = (await pipeline().journal(id)).flatMap(({ events }) => events);
    expect([recorded?.name, event?.name, others]).to.deep.equal(['payment.recorded', 'invoice.paid', []]);
    const { data, previous } = JSON.parse(event?.payload ?? '');
    expect(data).to.deep.equal(paid.body);
    expect(previous).to.include({ status: 'open', paid_at: null });
  });

  it('refuse unknown parameters of a payment under strict handling, and pay nothing', async () => {
    const { body } = await wonLead();
    const { id } = await invoiceOf(body.deal.id);
    const strict = await pipeline().request('POST', `/v1/invoices/${id}/paid`, {
      body: { amount: 1 },
      headers: { prefer: 'handling=strict' },
    });
    expect([strict.status, strict.body.details[0].field]).to.deep.equal([422, 'amount']);
    expect((await invoiceOf(body.deal.id)).status).to.equal('open');
    const lenient = await pipeline().request('POST', `/v1/invoices/${id}/paid`, { body: { amount: 1 } });
    expect([lenient.status, lenient.body.status]).to.deep.equal([200, 'paid']);
  });
});
