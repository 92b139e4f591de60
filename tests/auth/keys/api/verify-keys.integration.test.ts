import type { Mode } from '@plotline/kit/core/caller';
import {
  VerificationServiceService as Verification,
  type VerifyKeyRequest,
} from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember } from '../../support/members.js';

describe('VerifyKeys', () => {
  const auth = useFixture(startAuth);
  let workspaces: readonly [string, string];
  before(async () => {
    workspaces = [(await auth().workspace('First', 'professional', 'EUR')).id, (await auth().workspace('Second')).id];
  });

  const ask = (keys: VerifyKeyRequest[]) =>
    auth().rpc(Verification.verifyKeys, { keys }, { deadline: Date.now() + 10_000 });
  const live = (key: string, address = '') => ({ key, mode: 'live', address });

  /** Returns the id of each valid key, or the result for a key that is not valid. */
  async function check(keys: VerifyKeyRequest[]): Promise<string[]> {
    const { verifications } = await ask(keys);
    return verifications.map(({ key, verify_alone }) => key?.key_id ?? (verify_alone ? 'alone' : 'invalid'));
  }

  it('returns the same results as VerifyKey, in order', async () => {
    const first = await auth().key(workspaces[0], { scopes: ['webhooks', 'read:leads'] });
    const second = await auth().key(workspaces[1]);
    const test = await auth().key(workspaces[1], { mode: 'sandbox' });
    const revoked = await auth().key(workspaces[1]);
    await auth().revoke(workspaces[1], revoked.id);
    const asked = [
      live(revoked.key),
      { ...live(test.key), mode: 'sandbox' },
      live(second.key),
      live(test.key),
      { ...live(first.key), mode: 'sandbox' },
      live(first.key),
      { ...live(first.key), mode: 'both' },
      live(''),
      live(first.key),
    ];
    const of = (id: string | null) => id ?? 'invalid';
    expect(await check(asked)).to.deep.equal(
      [null, test.id, second.id, null, null, first.id, null, null, first.id].map(of),
    );
    const { verifications } = await ask([live(second.key), live(first.key)]);
    const alone = await Promise.all([auth().verify(second.key), auth().verify(first.key)]);
    expect(verifications).to.deep.equal(alone.map((key) => ({ key, verify_alone: false })));
    expect(await check([])).to.deep.equal([]);
  });

  it('verifies a key that depends on its creator while the team service is down, and needs VerifyKey only for unknown roles', async () => {
    const admin = await addMember(auth(), workspaces[0], 'admin');
    const bound = await admin.ask('POST', '/auth/api-keys', {
      name: 'Bound',
      mode: 'live',
      scopes: ['read:leads'],
      revoke_with_creator: true,
    });
    const free = await auth().key(workspaces[0]);
    const { client } = auth().agents;
    const { find } = client;
    Object.assign(client, { find: () => Promise.reject(new Error('team is away')) });
    try {
      const asked = [live(free.key), live(bound.data.key), live(`${free.key}x`)];
      expect(await check(asked)).to.deep.equal([free.id, bound.data.id, 'invalid']);
      await auth()
        .runtime.databases.live.collection<{ _id: string }>('role_assignments')
        .deleteOne({ _id: admin.agentId });
      expect(await check(asked)).to.deep.equal([free.id, 'alone', 'invalid']);
    } finally {
      Object.assign(client, { find });
    }
    expect((await auth().verify(bound.data.key)).key_id).to.equal(bound.data.id);
    await auth().revoke(workspaces[0], bound.data.id);
    expect(await check([live(bound.data.key)])).to.deep.equal(['invalid']);
  });

  it('accepts at most 500 keys', async () => {
    const keys = Array.from({ length: 500 }, (_, place) => live(`pl_live_${place}`));
    expect(new Set(await check(keys))).to.deep.equal(new Set(['invalid']));
    const { code, details } = await refusalOf(() => ask([...keys, live('pl_live_500')]));
    expect([code, details]).to.deep.equal([
      'VALIDATION_ERROR',
      [{ field: 'keys', message: 'must have at most 500 keys' }],
    ]);
  });

  it("stores the uses of all valid keys, and the address of each key's first use", async () => {
    const made = await Promise.all(
      ['live', 'live', 'sandbox'].map((mode, place) => auth().key(workspaces[place % 2] ?? '', { mode })),
    );
    const revoked = await auth().key(workspaces[0]);
    await auth().revoke(workspaces[0], revoked.id);
    const asked = [...made, revoked].map(({ key }, place) => ({
      key,
      mode: place === 2 ? 'sandbox' : 'live',
      address: `192.0.2.${place}`,
    }));
    const readUses = async (mode: Mode) => {
      const stored = auth().runtime.databases[mode].collection<{ _id: string; last_used_at: Date | null }>('keys');
      return stored.find({ _id: { $in: [...made, revoked].map(({ id }) => id) } }).toArray();
    };
    const used = async (since: number) => {
      const stored = [...(await readUses('live')), ...(await readUses('sandbox'))];
      const uses = new Map(stored.map(({ _id, last_used_at }) => [_id, last_used_at?.getTime() ?? null]));
      for (const { id } of made) expect(uses.get(id)).to.be.at.least(since);
      expect(uses.get(revoked.id)).to.equal(null);
    };
    await check(asked);
    await eventually(() => used(0));
    for (const [place, { id }] of made.entries()) {
      const [entry] = (await auth().journal(id)).filter(({ type }) => type === 'first_used');
      expect(entry?.address).to.equal(`192.0.2.${place}`);
    }
    auth().passTime(31_000);
    const since = auth().context.clock().getTime();
    await check(asked);
    await eventually(() => used(since));
  });
});
