import { isWellFormedToken } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember, type Member } from '../../support/members.js';

const body = { name: 'Website', mode: 'live', scopes: ['read:leads'] };

describe('/auth/api-keys', () => {
  const auth = useFixture(startAuth);
  let workspaceId: string;
  let owner: Member;
  let admin: Member;
  beforeEach(async () => {
    workspaceId = (await auth().workspace(`Keys ${Math.random()}`)).id;
    owner = await addMember(auth(), workspaceId, 'owner');
    admin = await addMember(auth(), workspaceId, 'admin');
  });

  const create = async (change: object = {}, by = owner) => {
    const reply = await by.ask('POST', '/auth/api-keys', { ...body, ...change });
    expect(reply.status, JSON.stringify(reply.body)).to.equal(201);
    return reply.data;
  };
  const rotate = (id: string, by: Member) => by.ask('POST', `/auth/api-keys/${id}/rotate`, {});
  const isGood = async (key: string, mode = 'live') =>
    (await auth()
      .verify(key, mode)
      .catch(() => null)) !== null;
  const fieldsOf = (error: { details: readonly { field: string }[] }) => error.details.map(({ field }) => field);

  for (const [mode, prefix] of [
    ['live', 'pl_live_'],
    ['sandbox', 'pl_test_'],
  ] as const) {
    it(`shows a new ${mode} key only once, and accepts it only in that mode`, async () => {
      const { key, ...shown } = await create({ mode });
      expect(isWellFormedToken(key, prefix)).to.equal(true);
      expect(shown).to.deep.include({ ...body, mode, prefix, last_four: key.slice(-4), revoke_with_creator: false });
      expect(shown).to.deep.include({ last_used_at: null, expires_at: null, revoked_at: null });
      expect(shown.created_by).to.include({ type: 'user', id: owner.personId });
      const other = mode === 'live' ? 'sandbox' : 'live';
      expect([await isGood(key, mode), await isGood(key, other)]).to.deep.equal([true, false]);
      const read = await owner.ask('GET', `/auth/api-keys/${shown.id}`);
      expect(read.data).to.not.have.property('key');
      const listed = await owner.ask('GET', '/auth/api-keys');
      expect(JSON.stringify(listed.body)).to.not.include(key);
      for (const database of ['live', 'sandbox'] as const) {
        expect(await auth().dumpDatabase(database)).to.not.include(key);
      }
    });
  }

  it('shows when a key was last used', async () => {
    const { id, key } = await create();
    await auth().verify(key);
    await eventually(async () => {
      const { data } = await owner.ask('GET', `/auth/api-keys/${id}`);
      expect(Date.parse(data.last_used_at)).to.be.closeTo(auth().context.clock().getTime(), 60_000);
    });
  });

  it('lists the keys of both modes, newest first, by page and by cursor', async () => {
    const names: string[] = [];
    for (let place = 0; place < 7; place += 1) {
      auth().passTime(1);
      await create({ name: `Key ${place}`, mode: place % 3 === 0 ? 'sandbox' : 'live' });
      names.unshift(`Key ${place}`);
    }
    const namesOf = (data: readonly { name: string }[]) => data.map(({ name }) => name);
    const pages: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const reply = await owner.ask('GET', `/auth/api-keys?per_page=2&page=${page}`);
      expect(reply.body.meta).to.deep.equal({ page, per_page: 2, total: 7, total_pages: 4 });
      expect(reply.body.links).to.include({ first: '/auth/api-keys?page=1&per_page=2' });
      pages.push(...namesOf(reply.data));
    }
    expect(pages).to.deep.equal(names);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const reply = await owner.ask('GET', `/auth/api-keys?per_page=3&cursor=${cursor}`);
      walked.push(...namesOf(reply.data));
      cursor = reply.body.meta.next_cursor;
    }
    expect(walked).to.deep.equal(names);
    const sandbox = await owner.ask('GET', '/auth/api-keys?mode=sandbox');
    expect(namesOf(sandbox.data)).to.deep.equal(['Key 6', 'Key 3', 'Key 0']);
    expect(sandbox.body.meta.total).to.equal(3);
    const foreign = await owner.ask('GET', '/auth/api-keys?mode=both');
    expect([foreign.status, fieldsOf(foreign.error)]).to.deep.equal([422, ['mode']]);
    const cursor = (await owner.ask('GET', '/auth/api-keys?per_page=3&cursor=')).body.meta.next_cursor;
    expect((await owner.ask('GET', `/auth/api-keys?mode=live&cursor=${cursor}`)).status).to.equal(422);
  });

  it('reports the invalid fields of a request that it refuses, and creates no key', async () => {
    const past = new Date(Date.now() - 1).toISOString();
    for (const [change, fields] of [
      [{ name: '' }, ['name']],
      [{ name: 'x'.repeat(101) }, ['name']],
      [{ name: undefined, mode: undefined, scopes: undefined }, ['name', 'mode', 'scopes']],
      [{ mode: 'test' }, ['mode']],
      [{ scopes: [] }, ['scopes']],
      [{ scopes: ['read:leads', 'everything'] }, ['scopes[1]']],
      [{ scopes: 'admin' }, ['scopes']],
      [{ expires_at: past }, ['expires_at']],
      [{ expires_at: 'tomorrow' }, ['expires_at']],
      [{ revoke_with_creator: 'yes' }, ['revoke_with_creator']],
    ] as const) {
      const reply = await owner.ask('POST', '/auth/api-keys', { ...body, ...change });
      expect([reply.status, fieldsOf(reply.error).sort()], JSON.stringify(change)).to.deep.equal([
        422,
        [...fields].sort(),
      ]);
    }
    expect((await owner.ask('GET', '/auth/api-keys')).body.meta.total).to.equal(0);
  });

  it('allows only owners and admins, and lets only owners grant the admin scope', async () => {
    for (const role of ['agent', 'viewer']) {
      const person = await addMember(auth(), workspaceId, role);
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', '/key_1'],
        ['DELETE', '/key_1'],
        ['POST', '/key_1/rotate'],
      ] as const) {
        const reply = await person.ask(method, `/auth/api-keys${path}`, method === 'POST' ? body : undefined);
        expect(reply.status, `${role} ${method} ${path}`).to.equal(403);
      }
    }
    const everything = ['read:properties', 'write:agents', 'webhooks'];
    expect((await create({ scopes: everything }, admin)).scopes).to.deep.equal(everything);
    const refused = await admin.ask('POST', '/auth/api-keys', { ...body, scopes: ['read:leads', 'admin'] });
    expect([refused.status, refused.error.reason]).to.deep.equal([403, 'scope_above_role']);
    const { id } = await create({ scopes: ['admin'] });
    const rotated = await rotate(id, admin);
    expect([rotated.status, rotated.error.reason], 'who rotates a key gets one').to.deep.equal([
      403,
      'scope_above_role',
    ]);
    expect((await rotate(id, owner)).status).to.equal(201);
    expect((await admin.ask('DELETE', `/auth/api-keys/${id}`)).status).to.equal(204);
  });

  it('refuses callers who are not signed in, and hides the keys of other workspaces', async () => {
    expect((await auth().ask('GET', '/auth/api-keys')).status).to.equal(401);
    const { id, key } = await create();
    const stranger = await addMember(auth(), (await auth().workspace(`Strangers ${Math.random()}`)).id);
    for (const [method, path] of [
      ['GET', `/auth/api-keys/${id}`],
      ['DELETE', `/auth/api-keys/${id}`],
      ['POST', `/auth/api-keys/${id}/rotate`],
    ] as const) {
      expect((await stranger.ask(method, path)).status, method).to.equal(404);
    }
    expect((await stranger.ask('GET', '/auth/api-keys')).data).to.deep.equal([]);
    expect(await isGood(key)).to.equal(true);
  });

  it('revokes a key once, in both modes, and publishes key.revoked', async () => {
    for (const mode of ['live', 'sandbox'] as const) {
      const { id, key } = await create({ mode });
      const revoke = () => owner.ask('DELETE', `/auth/api-keys/${id}`);
      const statuses = await Promise.all([revoke(), revoke(), revoke()]);
      expect(statuses.map(({ status }) => status)).to.include(204);
      expect((await revoke()).status).to.equal(404);
      expect(await isGood(key, mode)).to.equal(false);
      expect((await owner.ask('GET', `/auth/api-keys/${id}`)).data.revoked_at).to.be.a('string');
      expect((await auth().events(id)).map(({ event }) => event)).to.deep.equal(['key.revoked']);
    }
  });

  it("emails the person and the key's creator when a key is created, rotated or revoked", async () => {
    const { id } = await create();
    const made = await auth().mailbox.last(owner.email, /An API key was created/);
    expect(made.text).to.include('“Website”').and.include(`/dashboard/${workspaceId}/live/settings/keys`);
    expect((await rotate(id, admin)).status).to.equal(201);
    expect((await admin.ask('DELETE', `/auth/api-keys/${id}`)).status).to.equal(204);
    for (const { email } of [owner, admin]) {
      await auth().mailbox.last(email, /An API key was rotated/);
      await auth().mailbox.last(email, /An API key was revoked/);
    }
    expect([auth().mailbox.countTo(owner.email), auth().mailbox.countTo(admin.email)]).to.deep.equal([3, 2]);
  });

  it('revokes a key when its creator loses access, but only if that was requested', async () => {
    const [bound, free] = [await create({ revoke_with_creator: true }, admin), await create({}, admin)];
    expect([await isGood(bound.key), await isGood(free.key)]).to.deep.equal([true, true]);
    await auth().agents.put(workspaceId, admin.agentId, { status: 'inactive' });
    expect([await isGood(bound.key), await isGood(free.key)]).to.deep.equal([false, true]);
    auth().passTime(10);
    await auth().agents.put(workspaceId, admin.agentId, {
      status: 'active',
      active_since: auth().context.clock().getTime(),
    });
    expect([await isGood(bound.key), await isGood(free.key)], 'reactivated').to.deep.equal([false, true]);
  });

  it('creates one key for several requests with the same Idempotency-Key, and returns it to each of them', async () => {
    const post = (change = {}) =>
      owner.ask('POST', '/auth/api-keys', { ...body, ...change }, { 'idempotency-key': 'once' });
    const replies = await Promise.all(Array.from({ length: 10 }, () => post()));
    expect(new Set(replies.map(({ data }) => data.key)).size).to.equal(1);
    expect((await owner.ask('GET', '/auth/api-keys')).body.meta.total).to.equal(1);
    expect((await post({ name: 'Other' })).status).to.equal(422);
    expect(await auth().dumpDatabase('live')).to.not.include(replies[0]?.data.key);
    const { id } = replies[0]?.data ?? {};
    const twice = () => owner.ask('POST', `/auth/api-keys/${id}/rotate`, {}, { 'idempotency-key': 'rotation' });
    expect((await twice()).data.key).to.equal((await twice()).data.key);
    expect((await owner.ask('GET', '/auth/api-keys')).body.meta.total).to.equal(2);
  });

  it('refuses a key when its creator cannot be checked', async () => {
    const { key } = await create({ revoke_with_creator: true });
    // Restores the state from before this service stored roles.
    await auth().runtime.databases.live.collection('role_assignments').deleteMany({ workspace_id: workspaceId });
    const { findMember } = auth().agents.client;
    Object.assign(auth().agents.client, { findMember: () => Promise.reject(new Error('team is away')) });
    try {
      expect((await refusalOf(() => auth().verify(key))).code).to.not.equal('UNAUTHORIZED');
    } finally {
      Object.assign(auth().agents.client, { findMember });
    }
    expect(await isGood(key)).to.equal(true);
  });
});
