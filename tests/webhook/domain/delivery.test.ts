import { conclude, type Delivery, isExhausted, plan, redact, resend, shelve } from '@plotline/webhook/domain/delivery';
import { subscribe } from '@plotline/webhook/domain/subscription';
import { planTest } from '@plotline/webhook/domain/test-event';
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
    const after = failures(5);
    const before = [sampleDelivery(), ...after];
    const steps = after.flatMap((one, index) => ({ before: before[index] ?? one, after: one }));
    expect(steps.map(isExhausted)).to.deep.equal([false, false, false, false, true]);
  });

  it('is not tried again when the receiver is gone, and is not exhausted by that', () => {
    const [delivery] = failures(1, { gone: true });
    expect(delivery).to.include({ status: 'failed', remaining: 0 }).and.not.have.property('due_at');
    expect(delivery && isExhausted({ before: sampleDelivery(), after: delivery })).to.equal(false);
  });

  it('is not planned anew by an attempt that was under way when the webhook was switched off', () => {
    const { due_at: _ended, ...unscheduled } = sampleDelivery();
    expect(conclude(unscheduled, sampleOutcome(startedAt, 'no'))).to.not.have.property('due_at');
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

  /** The delivery after so many failures of its schedule. */
  function failed(count: number): Delivery {
    return failures(count).at(-1) ?? sampleDelivery();
  }

  function resent(delivery: Delivery, now: Date): Delivery {
    const due = resend(delivery, now);
    if (!due) throw new Error('It could not be sent again.');
    return due;
  }

  it('is due at once, and its planned retries follow when and as often as they would have', () => {
    for (const count of [1, 2, 3, 4]) {
      const before = failed(count);
      const soon = new Date((before.due_at?.getTime() ?? 0) - 1_000);
      const again = resent(before, soon);
      expect(again).to.include({ due_at: soon });
      const after = conclude(again, sampleOutcome(soon, 'no'));
      expect(after).to.deep.equal({ ...before, attempts: after.attempts });
      expect(after.attempts).to.have.length(count + 1);
    }
  });

  it('never counts towards disabling the webhook, however often it fails', () => {
    let delivery = failed(4);
    const soon = new Date((delivery.due_at?.getTime() ?? 0) - 1_000);
    for (let time = 0; time < 10; time += 1) {
      const before = resent(delivery, soon);
      delivery = conclude(before, sampleOutcome(soon, 'no'));
      expect(isExhausted({ before, after: delivery })).to.equal(false);
    }
    const last = conclude(delivery, sampleOutcome(later, 'no'));
    expect(isExhausted({ before: delivery, after: last }), 'the fifth of the schedule does').to.equal(true);
  });

  it('gets one more attempt when all are used up', () => {
    const before = resent(failed(5), later);
    expect(before).to.include({ due_at: later });
    const after = conclude(before, sampleOutcome(later, 'no'));
    expect(after).to.not.have.any.keys('due_at', 'resumes_at');
    expect(isExhausted({ before, after })).to.equal(false);
  });

  it('is not sent a second time while an attempt is due or under way: that would make none of its own', () => {
    expect(resend(sampleDelivery(), startedAt)).to.equal(null);
    const before = failed(1);
    const again = resent(before, startedAt);
    expect(resend(again, startedAt)).to.equal(null);
    expect(resend(again, new Date(startedAt.getTime() - 1)), 'a clock that is behind').to.equal(null);
    expect(before.due_at && resend(before, before.due_at)).to.equal(null);
  });

  it('lets planned retries wait when the receiver asks for it, and ends them when it succeeds or the receiver is gone', () => {
    const again = resent(failed(1), startedAt);
    const outcome = (change: Parameters<typeof sampleOutcome>[2]) => sampleOutcome(startedAt, 'no', change);
    const asked = conclude(again, outcome({ askedWait: hour }));
    expect(asked).to.deep.include({ remaining: 4, due_at: new Date(startedAt.getTime() + hour) });
    for (const ended of [outcome({ gone: true }), sampleOutcome(startedAt, null)]) {
      expect(conclude(again, ended)).to.include({ remaining: 0 }).and.not.have.any.keys('due_at', 'resumes_at');
    }
  });

  it('stays delivered when it was delivered once', () => {
    const delivered = conclude(sampleDelivery(), sampleOutcome(startedAt, null));
    const again = conclude(resent(delivered, later), sampleOutcome(later, 'no'));
    expect(again.status).to.equal('delivered');
    expect(again).to.not.have.property('due_at');
  });

  it('begins its schedule when it was only recorded, while the webhook was disabled', () => {
    const origin = { subscription_id: 'wh_1', event_id: 'evt_1', event: 'lead.created', payload: '{}' };
    const shelved = shelve(origin, 'dlv_1', startedAt);
    expect(shelved).to.not.have.property('due_at');
    expect(resend(shelved, later)).to.deep.equal({ ...plan(origin, 'dlv_1', startedAt), due_at: later });
  });

  it('is tried once when it is a test, as tests are never retried', () => {
    const webhook = subscribe(
      { url: 'https://example.com/', events: ['*'], active: true, payload_version: 'v2' },
      'wh_1',
      'sealed',
      startedAt,
    );
    const test = planTest(webhook, 'ws_1', { event: 'evt_1', delivery: 'dlv_1' }, startedAt);
    for (const before of [test, conclude(test, sampleOutcome(startedAt, 'no'))]) {
      const due = resent(before, later);
      const after = conclude(due, sampleOutcome(later, 'no'));
      expect(after).to.not.have.any.keys('due_at', 'resumes_at');
      expect(isExhausted({ before: due, after })).to.equal(false);
    }
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
