import { VendorFailure } from '@plotline/connect/vendors/model/vendor-failure';
import type { VendorRequest } from '@plotline/connect/vendors/model/vendor-request';
import { createSendToVendor } from '@plotline/connect/vendors/work/send-to-vendor';
import { expect } from 'chai';
import nock from 'nock';
import { ManualTime } from '../../../support/manual-time.js';
import { useNock } from '../../../support/use-nock.js';

const dialect = {
  title: 'Acme',
  hosts: ['api.acme.example'],
  requestIdHeader: 'x-request',
  shownFields: new Set(['code']),
};
const time = new ManualTime();
const send = createSendToVendor({ dialect, clock: () => new Date('2026-03-01T09:30:00.000Z'), time });

const toRequest = (change: Partial<VendorRequest> = {}): VendorRequest => ({
  purpose: 'test',
  method: 'POST',
  url: 'https://api.acme.example/things',
  headers: { authorization: 'Bearer secret' },
  body: '{}',
  excerpt: null,
  subject: { type: 'connection', id: 'con_1' },
  ...change,
});

async function failureOf(request = toRequest()): Promise<VendorFailure> {
  try {
    await send(request);
  } catch (error) {
    if (error instanceof VendorFailure) return error;
    throw error;
  }
  throw new Error('The request succeeded.');
}

const useAcme = () => nock('https://api.acme.example').post('/things');

/** Creates the reply of a vendor that receives the request and doesn't answer for that time. */
const silentFor = (ms: number) => (_path: string, _body: unknown, _answer: unknown) => time.advance(ms);

describe('sending to a vendor', () => {
  useNock();

  it("returns the response with the request's id", async () => {
    useAcme().reply(200, { id: 1 }, { 'x-request': 'req_1' });
    expect(await send(toRequest())).to.deep.equal({ status: 200, body: { id: 1 }, vendorRequestId: 'req_1' });
  });

  for (const [status, code] of [
    [400, 'request_refused'],
    [401, 'credentials_refused'],
    [402, 'request_refused'],
    [403, 'credentials_refused'],
    [404, 'request_refused'],
    [409, 'request_refused'],
    [429, 'rate_limited'],
    [500, 'vendor_unavailable'],
    [503, 'vendor_unavailable'],
    [302, 'request_refused'],
  ] as const) {
    it(`reports ${status} as ${code}, with only the allowed fields`, async () => {
      useAcme().reply(status, { error: { code: 'why', message: 'secret' } }, { location: 'https://evil.example/' });
      const failure = await failureOf();
      expect(failure).to.include({ code, status, excerpt: '{"error":{"code":"why"}}' });
      expect(failure.message).to.not.include('secret');
    });
  }

  it('reads Retry-After', async () => {
    useAcme().reply(429, {}, { 'retry-after': '12' });
    expect((await failureOf()).retryAfterMs).to.equal(12_000);
  });

  it('reports a write without a response as having an unknown outcome, and a read as repeatable', async () => {
    useAcme().reply(silentFor(6_000));
    expect((await failureOf()).code).to.equal('outcome_unknown');
    useAcme().replyWithError('reset');
    expect((await failureOf()).code).to.equal('outcome_unknown');
    nock('https://api.acme.example').get('/things').reply(silentFor(6_000));
    expect((await failureOf(toRequest({ method: 'GET', body: null }))).code).to.equal('vendor_unavailable');
  });

  it('refuses responses that are too long or not JSON', async () => {
    useAcme().reply(200, '<html>');
    expect((await failureOf()).code).to.equal('answer_unreadable');
    useAcme().reply(200, JSON.stringify('x'.repeat(300_000)));
    expect((await failureOf()).code).to.equal('answer_unreadable');
  });

  it("sends nothing to hosts that don't belong to the vendor", async () => {
    for (const url of ['https://evil.example/', 'http://api.acme.example/', 'https://api.acme.example.evil.example/']) {
      const error: unknown = await send(toRequest({ url })).catch((reason: unknown) => reason);
      expect(error).to.be.an('error').and.not.instanceOf(VendorFailure);
    }
  });
});
