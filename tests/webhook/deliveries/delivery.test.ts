import {
  createTestDelivery,
  type Delivery,
  isExhausted,
  recordAttempt,
  recordOnly,
  redactDelivery,
  resend,
  scheduleDelivery,
} from '@plotline/webhook/deliveries/model/delivery';
import { expect } from 'chai';
import { sampleDelivery, sampleOutcome, startedAt } from '../support/sample-delivery.js';

const minute = 60_000;
const hour = 60 * minute;

const later = new Date('2026-03-09T00:00:00.000Z');

/** Returns the delivery after each of several failures. Every attempt starts when it is due and ends 3 s later. */
function failRepeatedly(count: number, change: Parameters<typeof sampleOutcome>[2] = {}): Delivery[] {
  let delivery = sampleDelivery();
  return Array.from({ length: count }, () => {
    const endedAt = new Date((delivery.due_at ?? startedAt).getTime() + 3_000);
    delivery = recordAttempt(delivery, sampleOutcome(endedAt, 'no', { ...change, endedAt }));
    return delivery;
  });
}

function getDelaysMs(deliveries: readonly Delivery[]): (number | null)[] {
  return deliveries.map(({ due_at, attempts }) => {
    const ended = attempts.at(-1)?.timestamp;
    return due_at && ended ? due_at.getTime() - ended.getTime() : null;
  });
}

describe('recordAttempt', () => {
  it('starts with a delivery that is pending and due now', () => {
    expect(sampleDelivery()).to.deep.include({ status: 'pending', due_at: startedAt, attempts: [] });
  });

  it('marks a delivery as delivered, and no longer due, at the first success', () => {
    const delivery = recordAttempt(sampleDelivery(), sampleOutcome(startedAt, null));
    expect(delivery.status).to.equal('delivered');
    expect(delivery).to.not.have.property('due_at');
  });

  it('schedules retries 5 min, 30 min, 2 h and 24 h after the end of the failed attempt, then none', () => {
    expect(getDelaysMs(failRepeatedly(5))).to.deep.equal([5 * minute, 30 * minute, 2 * hour, 24 * hour, null]);
  });

  it('marks a delivery as failed at the first failure, and as delivered at a later success', () => {
    const [first] = failRepeatedly(1);
    expect(first?.status).to.equal('failed');
    expect(first && recordAttempt(first, sampleOutcome(startedAt, null)).status).to.equal('delivered');
  });

  it('exhausts the schedule only at the fifth failure', () => {
    const after = failRepeatedly(5);
    const before = [sampleDelivery(), ...after];
    const steps = after.flatMap((one, index) => ({ before: before[index] ?? one, after: one }));
    expect(steps.map(isExhausted)).to.deep.equal([false, false, false, false, true]);
  });

  it('exhausts the schedule at a fifth attempt that is answered with 410', () => {
    const before = failRepeatedly(4).at(-1) ?? sampleDelivery();
    const after = recordAttempt(before, sampleOutcome(later, 'no', { gone: true }));
    expect(isExhausted({ before, after })).to.equal(true);
  });

  it('schedules no retry when the receiver answers 410, which does not exhaust the schedule', () => {
    const [delivery] = failRepeatedly(1, { gone: true });
    expect(delivery).to.include({ status: 'failed', remaining_attempts: 0 }).and.not.have.property('due_at');
    expect(delivery && isExhausted({ before: sampleDelivery(), after: delivery })).to.equal(false);
  });

  it('schedules no retry after an attempt that was running when the webhook was deactivated', () => {
    const { due_at: _ended, ...unscheduled } = sampleDelivery();
    expect(recordAttempt(unscheduled, sampleOutcome(startedAt, 'no'))).to.not.have.property('due_at');
  });

  for (const [asked, delay] of [
    [0, 5 * minute],
    [minute, 5 * minute],
    [hour, hour],
    [48 * hour, 24 * hour],
  ] as const) {
    it(`schedules the retry after ${delay / minute} minutes when Retry-After is ${asked / minute}`, () => {
      expect(getDelaysMs(failRepeatedly(1, { retryAfterMs: asked }))).to.deep.equal([delay]);
    });
  }

  it('keeps the last 20 attempts', () => {
    expect(failRepeatedly(25).at(-1)?.attempts).to.have.length(20);
  });

  it('never changes id, event or epoch', () => {
    const { id, event_id, epoch } = sampleDelivery();
    for (const delivery of failRepeatedly(6)) expect(delivery).to.include({ id, event_id, epoch });
  });
});

describe('resend', () => {
  /** Returns the delivery after a number of failures according to its schedule. */
  function failed(count: number): Delivery {
    return failRepeatedly(count).at(-1) ?? sampleDelivery();
  }

  function resent(delivery: Delivery, now: Date): Delivery {
    const due = resend(delivery, 0, now);
    if (!due) throw new Error('It could not be sent again.');
    return due;
  }

  it('makes a delivery due now, and keeps the number and times of its scheduled retries', () => {
    for (const count of [1, 2, 3, 4]) {
      const before = failed(count);
      const soon = new Date((before.due_at?.getTime() ?? 0) - 1_000);
      const again = resent(before, soon);
      expect(again).to.include({ due_at: soon });
      const after = recordAttempt(again, sampleOutcome(soon, 'no'));
      expect(after).to.deep.equal({ ...before, attempts: after.attempts });
      expect(after.attempts).to.have.length(count + 1);
    }
  });

  it('never counts towards disabling the webhook, even after many failures', () => {
    let delivery = failed(4);
    const soon = new Date((delivery.due_at?.getTime() ?? 0) - 1_000);
    for (let time = 0; time < 10; time += 1) {
      const before = resent(delivery, soon);
      delivery = recordAttempt(before, sampleOutcome(soon, 'no'));
      expect(isExhausted({ before, after: delivery })).to.equal(false);
    }
    const last = recordAttempt(delivery, sampleOutcome(later, 'no'));
    expect(isExhausted({ before: delivery, after: last }), 'the fifth of the schedule does').to.equal(true);
  });

  it('schedules one more attempt when the schedule has ended', () => {
    const before = resent(failed(5), later);
    expect(before).to.include({ due_at: later });
    const after = recordAttempt(before, sampleOutcome(later, 'no'));
    expect(after).to.not.have.any.keys('due_at', 'scheduled_retry_at');
    expect(isExhausted({ before, after })).to.equal(false);
  });

  it('returns null while an attempt is due or running', () => {
    expect(resend(sampleDelivery(), 0, startedAt)).to.equal(null);
    const before = failed(1);
    const again = resent(before, startedAt);
    expect(resend(again, 0, startedAt)).to.equal(null);
    expect(resend(again, 0, new Date(startedAt.getTime() - 1)), 'a clock that is behind').to.equal(null);
    expect(before.due_at && resend(before, 0, before.due_at)).to.equal(null);
  });

  it('postpones scheduled retries by Retry-After, and ends them at a success or a 410', () => {
    const again = resent(failed(1), startedAt);
    const outcome = (change: Parameters<typeof sampleOutcome>[2]) => sampleOutcome(startedAt, 'no', change);
    const asked = recordAttempt(again, outcome({ retryAfterMs: hour }));
    expect(asked).to.deep.include({ remaining_attempts: 4, due_at: new Date(startedAt.getTime() + hour) });
    for (const ended of [outcome({ gone: true }), sampleOutcome(startedAt, null)]) {
      expect(recordAttempt(again, ended))
        .to.include({ remaining_attempts: 0 })
        .and.not.have.any.keys('due_at', 'scheduled_retry_at');
    }
  });

  it('counts for the epoch in which it was requested', () => {
    expect(resend(failed(1), 3, startedAt)).to.include({ epoch: 3 });
  });

  it('keeps a delivered delivery delivered if the resend fails', () => {
    const delivered = recordAttempt(sampleDelivery(), sampleOutcome(startedAt, null));
    const again = recordAttempt(resent(delivered, later), sampleOutcome(later, 'no'));
    expect(again.status).to.equal('delivered');
    expect(again).to.not.have.property('due_at');
  });

  it('starts the schedule of a delivery that was only recorded', () => {
    const origin = { webhook_id: 'wh_1', event_id: 'evt_1', event: 'lead.created', epoch: 0 };
    const recorded = recordOnly(origin, 'dlv_1', startedAt);
    expect(recorded).to.not.have.property('due_at');
    expect(resend(recorded, 0, later)).to.deep.equal({
      ...scheduleDelivery(origin, 'dlv_1', startedAt),
      due_at: later,
    });
  });

  it('gives a test delivery one attempt and no retry', () => {
    const origin = { webhook_id: 'wh_1', event_id: 'evt_1', event: 'webhook.test', epoch: 0 };
    const turnEndsAt = new Date(later.getTime() + 15_000);
    const test = createTestDelivery(origin, 'dlv_1', startedAt, turnEndsAt);
    expect(test.due_at, 'for the case that its process dies').to.equal(turnEndsAt);
    const failed = recordAttempt(test, sampleOutcome(startedAt, 'no'));
    expect(failed).to.include({ status: 'failed' }).and.not.have.property('due_at');
    for (const before of [test, failed]) {
      const due = resent(before, later);
      const after = recordAttempt(due, sampleOutcome(later, 'no'));
      expect(after).to.not.have.any.keys('due_at', 'scheduled_retry_at');
      expect(isExhausted({ before: due, after })).to.equal(false);
    }
  });
});

describe('redactDelivery', () => {
  it('removes personal data, including the response bodies of later attempts', () => {
    const echo = sampleOutcome(startedAt, 'no');
    const answered = { ...echo, attempt: { ...echo.attempt, response_body: 'Hello Zoë' } };
    const before = recordAttempt(sampleDelivery({ lead_id: 'lead_1' }), answered);
    const redacted = redactDelivery(before, later);
    expect(JSON.stringify(recordAttempt(redacted, answered))).to.not.include('Zoë');
    expect(redacted).to.deep.include({ status: 'failed', due_at: before.due_at, erased_at: later });
    expect(redacted).to.not.have.any.keys('lead_id', 'request');
  });
});
