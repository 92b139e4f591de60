import { conclude, type Delivery, isExhausted, plan, redact, resend, shelve } from '@plotline/webhook/domain/delivery';
import { expect } from 'chai';
import { sampleDelivery, sampleOutcome, startedAt } from './sample-delivery.js';

const minute = 60_000;
const hour = 60 * minute;

/** The delivery after each of several failures, every attempt made exactly when it is due and ending 3 s later. */
function failures(count: number, change: Parameters<typeof sampleOutcome>[2] = {}): Delivery[] {
  let delivery = sampleDelivery();
  return Array.from({ length: count }, () => {
    const endedAt = new Date((delivery.due_at ?? startedAt).getTime() + 3_000);
    delivery = conclude(delivery, sampleOutcome(endedAt, 'no', { ...change, endedAt }));
    return delivery;
  });
}

function waits(deliveries: readonly Delivery[]): (number | null)[] {
  return deliveries.map(({ due_at, attempts }) => {
    const ended = attempts.at(-1)?.timestamp;
    return due_at && ended ? due_at.getTime() - ended.getTime() : null;
  });
}

describe('a delivery', () => {
  it('is due at once and pending', () => {
    expect(sampleDelivery()).to.deep.include({ status: 'pending', due_at: startedAt, attempts: [] });
  });

  it('is delivered by the first success, and nothing is due any more', () => {
    const delivery = conclude(sampleDelivery(), sampleOutcome(startedAt, null));
    expect(delivery.status).to.equal('delivered');
    expect(delivery).to.not.have.property('due_at');
  });

  it('is tried again 5 minutes, 30 minutes, 2 hours and 24 hours after the end of the attempt before, then never', () => {
    expect(waits(failures(5))).to.deep.equal([5 * minute, 30 * minute, 2 * hour, 24 * hour, null]);
  });

  it('is failed from the first failed attempt on, and delivered by a later success', () => {
    const [first] = failures(1);
    expect(first?.status).to.equal('failed');
    expect(first && conclude(first, sampleOutcome(startedAt, null)).status).to.equal('delivered');
  });

  it('is exhausted by its fifth failure and no other', () => {
    expect(failures(5).map(isExhausted)).to.deep.equal([false, false, false, false, true]);
  });

  it('is not tried again when the receiver is gone, and is not exhausted by that', () => {
    const [delivery] = failures(1, { gone: true });
    expect(delivery).to.include({ status: 'failed', remaining: 0 }).and.not.have.property('due_at');
    expect(delivery && isExhausted(delivery)).to.equal(false);
  });

  for (const [asked, wait] of [
    [0, 5 * minute],
    [minute, 5 * minute],
    [hour, hour],
    [48 * hour, 24 * hour],
  ] as const) {
    it(`waits ${wait / minute} minutes when the receiver asks for ${asked / minute}`, () => {
      expect(waits(failures(1, { askedWait: asked }))).to.deep.equal([wait]);
    });
  }

  it('keeps the last 20 attempts', () => {
    expect(failures(25).at(-1)?.attempts).to.have.length(20);
  });

  it('keeps its payload, its event and its id whatever happens', () => {
    const { id, event_id, payload } = sampleDelivery();
    for (const delivery of failures(6)) expect(delivery).to.include({ id, event_id, payload });
  });
});

describe('a delivery that is sent again', () => {
  const later = new Date('2026-03-09T00:00:00.000Z');

  it('is due at once and keeps the retries that are planned', () => {
    const [first] = failures(1);
    expect(first && resend(first, later)).to.include({ remaining: 4, due_at: later });
  });

  it('gets one more attempt when all are used up', () => {
    const again = resend(failures(5)[4] ?? sampleDelivery(), later);
    const concluded = conclude(again, sampleOutcome(later, 'no'));
    expect(concluded).to.not.have.property('due_at');
    expect(isExhausted(concluded)).to.equal(false);
  });

  it('stays delivered when it was delivered once', () => {
    const delivered = conclude(sampleDelivery(), sampleOutcome(startedAt, null));
    const again = conclude(resend(delivered, later), sampleOutcome(later, 'no'));
    expect(again.status).to.equal('delivered');
    expect(again).to.not.have.property('due_at');
  });

  it('can be one that was only recorded while the webhook was disabled', () => {
    const origin = { subscription_id: 'wh_1', event_id: 'evt_1', event: 'lead.created', payload: '{}' };
    const shelved = shelve(origin, 'dlv_1', startedAt);
    expect(shelved).to.not.have.property('due_at');
    expect(resend(shelved, later)).to.deep.equal({ ...plan(origin, 'dlv_1', startedAt), due_at: later });
  });

  it('keeps nothing of a record once that is erased, nor of what receivers say later', () => {
    const echo = sampleOutcome(startedAt, 'no');
    const answered = { ...echo, attempt: { ...echo.attempt, response_body: 'Hello Zoë' } };
    const payload = '{"event":"lead.created","timestamp":"now","data":{"id":"lead_1","name":"Zoë"},"previous":{}}';
    const before = conclude(sampleDelivery({ payload, lead_id: 'lead_1' }), answered);
    const redacted = redact(before, later);
    expect(JSON.stringify(conclude(redacted, answered))).to.not.contain('Zoë');
    expect(redacted).to.deep.include({ status: 'failed', due_at: before.due_at, erased_at: later });
    expect(redacted).to.not.have.property('lead_id');
  });
});
