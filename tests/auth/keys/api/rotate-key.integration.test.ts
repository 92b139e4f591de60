import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember, type Member } from '../../support/members.js';

const day = 24 * 3_600_000;

describe('POST /auth/api-keys/:id/rotate', () => {
  const auth = useFixture(startAuth);
  let owner: Member;
  let admin: Member;
  // Signs in for each test. The previous test has moved the clock past the end of its sessions.
  beforeEach(async () => {
    const { id } = await auth().workspace(`Rotations ${Math.random()}`);
    owner = await addMember(auth(), id, 'owner');
    admin = await addMember(auth(), id, 'admin');
  });

  const create = async (change: object = {}) => {
    const body = { name: 'Website', mode: 'live', scopes: ['read:leads'], ...change };
    return (await owner.ask('POST', '/auth/api-keys', body)).data;
  };
  const rotate = (id: string, change?: object, by = owner) => by.ask('POST', `/auth/api-keys/${id}/rotate`, change);
  const isGood = async (key: string, mode = 'live') =>
    (await auth()
      .verify(key, mode)
      .catch(() => null)) !== null;
  const fieldsOf = (error: { details: readonly { field: string }[] }) => error.details.map(({ field }) => field);

  it('creates a key with the same properties, and keeps the old key valid until the overlap ends', async () => {
    const expires_at = new Date(Date.now() + 30 * day).toISOString();
    const old = await create({ mode: 'sandbox', expires_at, revoke_with_creator: true });
    const reply = await rotate(old.id, { overlap_days: 2 }, admin);
    expect(reply.status).to.equal(201);
    const { name, mode, scopes } = old;
    expect(reply.data).to.deep.include({
      name,
      mode,
      scopes,
      expires_at,
      revoke_with_creator: true,
      last_used_at: null,
    });
    expect(reply.data.created_by.id, 'who holds the new secret').to.equal(admin.personId);
    expect(reply.data.key).to.not.equal(old.key);
    auth().passTime(2 * day - 60_000);
    // By now the sessions have ended, but the keys haven't.
    expect([await isGood(old.key, mode), await isGood(reply.data.key, mode)]).to.deep.equal([true, true]);
    auth().passTime(61_000);
    expect([await isGood(old.key, mode), await isGood(reply.data.key, mode)]).to.deep.equal([false, true]);
  });

  it('ends the old key immediately if the overlap is 0, and after a day by default', async () => {
    const hard = await create();
    expect((await rotate(hard.id, { overlap_days: 0 })).status).to.equal(201);
    expect(await isGood(hard.key)).to.equal(false);
    expect((await auth().events(hard.id)).map(({ event }) => event)).to.deep.equal(['key.revoked']);
    const soft = await create();
    await rotate(soft.id);
    const { data } = await owner.ask('GET', `/auth/api-keys/${soft.id}`);
    expect(Date.parse(data.expires_at)).to.be.closeTo(auth().context.clock().getTime() + day, 60_000);
  });

  it('rotates a key only once, and names the new key when it refuses a second rotation', async () => {
    const old = await create();
    const replies = await Promise.all([rotate(old.id), rotate(old.id), rotate(old.id)]);
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    const { data } = await owner.ask('GET', `/auth/api-keys/${old.id}`);
    const again = await rotate(old.id, { overlap_days: 7 });
    const successor = replies.find(({ status }) => status === 201)?.data;
    expect([again.status, again.error.message]).to.deep.equal([
      409,
      `The key was already replaced. Replace ${successor.id} instead.`,
    ]);
    const after = await owner.ask('GET', `/auth/api-keys/${old.id}`);
    expect(after.data.expires_at, 'no rotation prolongs a key').to.equal(data.expires_at);
    expect(successor.expires_at).to.equal(null);
    expect((await rotate(successor.id)).status).to.equal(201);
  });

  it('refuses expired and revoked keys, and an overlap outside 0 to 7 days', async () => {
    const { id } = await create();
    for (const overlap_days of [-1, 8, 1.5, '2', null]) {
      const reply = await rotate(id, { overlap_days });
      expect([reply.status, fieldsOf(reply.error)], String(overlap_days)).to.deep.equal([422, ['overlap_days']]);
    }
    await owner.ask('DELETE', `/auth/api-keys/${id}`);
    expect((await rotate(id)).status).to.equal(404);
    expect((await rotate('key_none')).status).to.equal(404);
    const short = await create({ expires_at: new Date(auth().context.clock().getTime() + 1_000).toISOString() });
    auth().passTime(2_000);
    expect((await rotate(short.id)).status).to.equal(409);
  });
});
