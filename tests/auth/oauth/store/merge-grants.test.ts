import type { Grant } from '@plotline/auth/oauth/model/grant';
import { mergeGrants } from '@plotline/auth/oauth/store/consents';
import type { Owned } from '@plotline/kit/store/records/records';
import { expect } from 'chai';

const day = (count: number) => new Date(Date.UTC(2026, 0, count));

describe('mergeGrants', () => {
  const grant = (id: string, change: Partial<Owned<Grant>> = {}): Owned<Grant> => ({
    id,
    version: 1,
    workspace_id: 'ws_1',
    client_id: 'app_1',
    person_id: 'user_1',
    scopes: ['read:leads'],
    created_at: day(1),
    expires_at: day(31),
    first_used_at: null,
    ended_at: null,
    ended_by: null,
    ...change,
  });

  it('returns one entry per app and workspace, with the data of the newest grant and the end of the last grant to expire', () => {
    const merged = mergeGrants([
      grant('grant_4', { scopes: ['read:agents'], expires_at: day(20) }),
      grant('grant_3'),
      grant('grant_2', { workspace_id: 'ws_2' }),
      grant('grant_1', { client_id: 'app_2' }),
      grant('grant_0', { scopes: ['read:leads', 'write:leads'] }),
    ]);
    expect(merged.map(({ id }) => id)).to.deep.equal(['grant_4', 'grant_2', 'grant_1']);
    expect(merged[0]).to.deep.include({ scopes: ['read:agents', 'read:leads', 'write:leads'], expires_at: day(31) });
  });
});
