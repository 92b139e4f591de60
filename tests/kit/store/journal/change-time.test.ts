import { ChangeTime } from '@plotline/kit/store/journal/entry';
import { expect } from 'chai';

describe('ChangeTime', () => {
  const now = new Date('2026-03-01T09:30:00.000Z');
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);

  it('is the current time for records that last changed earlier', () => {
    expect(new ChangeTime(now).after({ updated_at: at(-1) }, null, { name: 'without a time' })).to.deep.equal(now);
  });

  it('is later than a change in the same millisecond', () => {
    expect(new ChangeTime(now).after({ updated_at: now })).to.deep.equal(at(1));
  });

  it("is later than each record's last change when the clock is behind", () => {
    const time = new ChangeTime(now);
    expect(time.after({ updated_at: at(500) }, { updated_at: at(900) })).to.deep.equal(at(901));
    expect(time.after({ updated_at: at(900) })).to.deep.equal(at(901));
    expect(time.at).to.deep.equal(at(901));
  });
});
