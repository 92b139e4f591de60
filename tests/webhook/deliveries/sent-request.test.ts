import { recordAttempt, redactDelivery } from '@plotline/webhook/deliveries/model/delivery';
import { findRequest, type SentRequest } from '@plotline/webhook/deliveries/model/sent-request';
import { expect } from 'chai';
import { sampleDelivery, sampleOutcome, startedAt } from '../support/sample-delivery.js';

const later = new Date('2026-03-09T00:00:00.000Z');
const payload =
  '{"id":"evt_1","event":"lead.created","timestamp":"now","workspace_id":"ws_1","data":{"name":"Zoë","price":1.50}}';
const signed: SentRequest = {
  url: 'https://example.com/hook',
  headers: { 'webhook-id': 'evt_1' },
  payload_version: 'v2',
};
const posted: SentRequest = { url: null, headers: {}, body: '{"text":"Zoë"}' };

function attempt(request: SentRequest, at = startedAt, before = sampleDelivery()) {
  return recordAttempt(before, sampleOutcome(at, 'no', { request }));
}

describe('the request of a delivery', () => {
  it("has its event's payload byte for byte, in the version that was sent", () => {
    const { url, headers } = signed;
    expect(findRequest(attempt(signed), { payload })).to.deep.equal({ url, headers, body: payload });
    const older = findRequest(attempt({ url, headers, payload_version: 'v1' }), { payload });
    expect(older).to.have.property(
      'body',
      '{"event":"lead.created","created_at":"now","data":{"name":"Zoë","price":1.5}}',
    );
  });

  it('has the stored chat message, without the address', () => {
    expect(findRequest(attempt(posted), { payload })).to.deep.equal(posted);
  });

  it('is the request of the last attempt', () => {
    const moved = { ...signed, url: 'https://example.com/moved' };
    expect(findRequest(attempt(moved, later, attempt(signed)), { payload })).to.include({ url: moved.url });
  });

  it('is absent before an attempt, and after an attempt that sent no request', () => {
    expect(findRequest(sampleDelivery(), { payload })).to.equal('not_attempted');
    expect(findRequest(recordAttempt(sampleDelivery(), sampleOutcome(startedAt, 'no')), { payload })).to.equal(
      'not_recorded',
    );
    expect(findRequest(recordAttempt(attempt(signed), sampleOutcome(later, 'no')), { payload })).to.equal(
      'not_recorded',
    );
  });

  it('is removed once the lead is erased, like the request of a later attempt', () => {
    expect(findRequest(attempt(signed), { payload, erased_at: later })).to.equal('erased');
    for (const request of [signed, posted]) {
      const redacted = redactDelivery(attempt(request), later);
      const again = attempt(request, later, redacted);
      for (const delivery of [redacted, again]) {
        expect(delivery).to.not.have.property('request');
        expect(findRequest(delivery, { payload })).to.equal('erased');
      }
    }
  });

  it('is absent if its event is gone, or if its body has more than 256 KiB', () => {
    expect(findRequest(attempt(signed), null)).to.equal('event_removed');
    const large = `"${'é'.repeat(131_072)}"`;
    expect(findRequest(attempt(signed), { payload: large })).to.equal('too_large');
  });
});
