import { judgeRefresh, type RefreshToken } from '@plotline/auth/domain/refresh-token';
import { expect } from 'chai';

describe('judgeRefresh', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const token: RefreshToken = {
    id: 'refresh_1',
    version: 1,
    grant_id: 'grant_1',
    client_id: 'app_1',
    hash: '',
    created_at: now,
    expires_at: now,
    rotated_at: null,
    successor_key_id: null,
  };
  const judge = (msSince: number) => judgeRefresh({ ...token, rotated_at: new Date(now.getTime() - msSince) }, now);

  it('exchanges a token once, repeats the answer for ten seconds, and takes it for a copy later', () => {
    expect(judgeRefresh(token, now)).to.equal('rotate');
    expect([judge(0), judge(10_000), judge(10_001)]).to.deep.equal(['repeat', 'repeat', 'replay']);
  });
});
