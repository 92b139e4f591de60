import { assertSlot, findNextAttempt, findSlot, isDropped, maxMailsPerHour } from '@plotline/auth/mail/model/mail';
import { expect } from 'chai';

const now = new Date('2026-03-01T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

describe('findSlot', () => {
  for (const origin of ['person', 'claimant', 'workspace', 'alert'] as const) {
    const count = maxMailsPerHour[origin];
    const slots = [-50, -45, -40, -35, -30].slice(-count).map(minutes);

    it(`sends an email immediately until the address has received ${count} emails of a ${origin} in the last hour`, () => {
      expect(findSlot([], origin, now)).to.deep.equal(now);
      expect(findSlot(slots.slice(1), origin, now)).to.deep.equal(now);
      expect(findSlot([minutes(-61), ...slots.slice(1)], origin, now)).to.deep.equal(now);
    });

    it(`delays an email so that an address receives at most ${count} emails of a ${origin} per hour`, () => {
      const [oldest = now, next = minutes(10)] = slots;
      const hourAfter = (slot: Date) => new Date(slot.getTime() + 3_600_000);
      expect(findSlot(slots, origin, now)).to.deep.equal(hourAfter(oldest));
      expect(findSlot([...slots, hourAfter(oldest)], origin, now)).to.deep.equal(hourAfter(next));
    });
  }
});

describe('findSlot for notices', () => {
  it('leaves five minutes between two emails', () => {
    expect(findSlot([minutes(-6)], 'notice', now)).to.deep.equal(now);
    expect(findSlot([minutes(-2)], 'notice', now)).to.deep.equal(minutes(3));
    expect(findSlot([minutes(3)], 'notice', now)).to.deep.equal(minutes(8));
  });
});

describe('assertSlot', () => {
  it('refuses a delayed email if a caller waits for the response, and reports the time to retry', () => {
    assertSlot(now, 'person', now, 'refuse');
    expect(() => assertSlot(minutes(1), 'person', now, 'refuse'))
      .to.throw('At most 3 mails that its person asks for')
      .that.includes({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 60 });
  });

  it('allows a delay of up to a day for an email that no caller waits for', () => {
    assertSlot(minutes(24 * 60), 'workspace', now, 'wait');
    expect(() => assertSlot(minutes(24 * 60 + 1), 'workspace', now, 'wait')).to.throw('At most 2 invitations');
  });
});

describe('isDropped', () => {
  it('is true for an optional email that would wait for more than a day', () => {
    expect(isDropped(minutes(24 * 60), now, 'drop')).to.equal(false);
    expect(isDropped(minutes(24 * 60 + 1), now, 'drop')).to.equal(true);
    expect(isDropped(minutes(24 * 60 + 1), now, 'wait')).to.equal(false);
  });
});

describe('findNextAttempt', () => {
  it('waits longer after each failed attempt, up to an hour', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 100].map(
      (attempts) => findNextAttempt(attempts, now).getTime() - now.getTime(),
    );
    expect(delays).to.deep.equal([5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 3_600_000, 3_600_000]);
  });
});
