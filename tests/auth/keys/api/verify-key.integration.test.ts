import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';

describe('VerifyKey', () => {
  const auth = useFixture(startAuth);
  let workspaceId: string;
  before(async () => {
    workspaceId = (await auth().workspace('Verified', 'professional', 'EUR')).id;
  });

  async function lastUse(keyId: string): Promise<Date | null> {
    const keys = auth().runtime.databases.live.collection<{ _id: string; last_used_at: Date | null }>('keys');
    return (await keys.findOne({ _id: keyId }))?.last_used_at ?? null;
  }

  it('returns the key with its scopes and expiry, and its workspace with its plan and currency', async () => {
    for (const mode of ['live', 'sandbox']) {
      const ends = Date.now() + 3_600_000;
      const made = await auth().key(workspaceId, {
        name: 'Website',
        mode,
        scopes: ['webhooks', 'read:leads'],
        expires_at: ends,
      });
      expect(await auth().verify(made.key, mode)).to.deep.equal({
        key_id: made.id,
        key_name: 'Website',
        workspace_id: workspaceId,
        plan: 'professional',
        scopes: ['webhooks', 'read:leads'],
        expires_at: ends,
        currency: 'EUR',
        country: '',
        time_zone: 'UTC',
        settings: {},
        suspension: undefined,
      });
    }
  });

  it('returns 0 as expires_at for a key without an expiry', async () => {
    const { key } = await auth().key(workspaceId);
    expect((await auth().verify(key)).expires_at).to.equal(0);
  });

  it('refuses every invalid key with the same UNAUTHORIZED', async () => {
    const revoked = await auth().key(workspaceId);
    await auth().revoke(workspaceId, revoked.id);
    const expired = await auth().key(workspaceId, { expires_at: Date.now() + 3_600_000 });
    const sound = await auth().key(workspaceId);
    const test = await auth().key(workspaceId, { mode: 'sandbox' });
    expect((await auth().verify(expired.key)).key_id).to.equal(expired.id);
    auth().passTime(4_000_000);
    const attempts: readonly (readonly [string, string, string])[] = [
      ['unknown', sound.key.slice(0, -1), 'live'],
      ['empty', '', 'live'],
      ['revoked', revoked.key, 'live'],
      ['expired', expired.key, 'live'],
      ['a live key in the sandbox', sound.key, 'sandbox'],
      ['a test key on the live host', test.key, 'live'],
      ['an unknown mode', sound.key, 'both'],
      ['the hash of a key', 'a'.repeat(64), 'live'],
    ];
    for (const [title, key, mode] of attempts) {
      const { code, message, details } = await refusalOf(() => auth().verify(key, mode));
      expect([code, message, details], title).to.deep.equal(['UNAUTHORIZED', 'The credential is not valid.', []]);
    }
    expect((await auth().verify(sound.key)).key_id).to.equal(sound.id);
  });

  it('stores the time of the last use, at most every 30 seconds', async () => {
    const { id, key } = await auth().key(workspaceId);
    expect(await lastUse(id)).to.equal(null);
    await auth().verify(key);
    const first = await eventually(async () => {
      const stored = await lastUse(id);
      expect(stored).to.be.instanceOf(Date);
      return stored;
    });
    auth().passTime(25_000);
    await auth().verify(key);
    auth().passTime(6_000);
    await auth().verify(key);
    const second = await eventually(async () => {
      const stored = await lastUse(id);
      expect(stored).to.not.deep.equal(first);
      return stored;
    });
    expect(Number(second) - Number(first)).to.be.at.least(30_000);
  });

  it('stores no use for a revoked key', async () => {
    const { id, key } = await auth().key(workspaceId);
    await auth().revoke(workspaceId, id);
    await refusalOf(() => auth().verify(key));
    expect(await lastUse(id)).to.equal(null);
  });
});
