import { isReplayed } from '@plotline/auth/oauth/model/refresh-token';
import { expect } from 'chai';

describe('isReplayed', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const judge = (msSince: number) => isReplayed({ rotated_at: new Date(now.getTime() - msSince) }, now);

  it('is true only for a token that was exchanged more than ten seconds ago', () => {
    expect(isReplayed({ rotated_at: null }, now)).to.equal(false);
    expect([judge(0), judge(10_000), judge(10_001)]).to.deep.equal([false, false, true]);
  });
});
