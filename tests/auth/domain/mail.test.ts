import { assertSlot, findNextAttempt, findSlot, maxMailsPerHour } from '@plotline/auth/domain/mail';
import { expect } from 'chai';

const now = new Date('2026-03-01T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

describe('findSlot', () => {
  it('is now until the address has had its mails of the last hour', () => {
    const slots = [-61, -50, -40, -30, -20].map(minutes);
    for (let count = 0; count < maxMailsPerHour; count += 1)
      expect(findSlot(slots.slice(-count), now)).to.deep.equal(now);
    expect(findSlot(slots, now)).to.deep.equal(now);
  });

  it('is an hour after the fifth last mail, so that no hour has more than five', () => {
    const slots = [-50, -40, -30, -20, -10].map(minutes);
    expect(findSlot(slots, now)).to.deep.equal(minutes(10));
    expect(findSlot([...slots, minutes(10)], now)).to.deep.equal(minutes(20));
  });
});

describe('assertSlot', () => {
  it('refuses at once where somebody waits for the answer, and tells when to come back', () => {
    assertSlot(now, now, 'refuse');
    expect(() => assertSlot(minutes(1), now, 'refuse'))
      .to.throw('At most 5 mails')
      .that.includes({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 60 });
  });

  it('lets other mails wait for a day', () => {
    assertSlot(minutes(24 * 60), now, 'wait');
    expect(() => assertSlot(minutes(24 * 60 + 1), now, 'wait')).to.throw('At most 5 mails');
  });
});

describe('findNextAttempt', () => {
  it('waits longer after each attempt that failed, an hour at most', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 100].map(
      (attempts) => findNextAttempt(attempts, now).getTime() - now.getTime(),
    );
    expect(delays).to.deep.equal([5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 3_600_000, 3_600_000]);
  });
});
