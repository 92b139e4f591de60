import { createBroker } from '@plotline/kit/broker/broker';
import { isWellFormedToken } from '@plotline/kit/checksummed-token';
import { createLog } from '@plotline/kit/process/log';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { faultyFields, refusalOf } from '../../support/refusal-of.js';
import { storeUrl } from '../../support/test-stores.js';
import { type Auth, startAuth } from '../support/auth.js';

describe('API keys', () => {
  let auth: Auth;
  let workspaceId: string;
  before(async () => {
    auth = await startAuth();
    workspaceId = (await auth.workspace('Keys')).id;
  });
  after(() => auth.stop());

  for (const [mode, prefix] of [
    ['live', 'pl_live_'],
    ['sandbox', 'pl_test_'],
  ] as const) {
    it(`for ${mode} begin with ${prefix} and carry their checksum`, async () => {
      const { id, key } = await auth.key(workspaceId, { mode });
      expect(id).match(/^key_[0-9a-z]{26}$/);
      expect(key).match(new RegExp(`^${prefix}[0-9A-Za-z]{36}$`));
      expect(isWellFormedToken(key, prefix)).equal(true);
    });
  }

  it('are stored as a hash and their last four characters: the value is nowhere in either database', async () => {
    for (const mode of ['live', 'sandbox'] as const) {
      const { id, key } = await auth.key(workspaceId, { mode });
      const stored = await auth.runtime.databases[mode].collection<{ _id: string }>('keys').findOne({ _id: id });
      expect(stored).includes({ workspace_id: workspaceId, last_four: key.slice(-4) });
      for (const one of ['live', 'sandbox'] as const) {
        const everything = await auth.everything(one);
        expect(everything.includes(id)).equal(one === mode);
        expect(everything).not.contains(key.slice('pl_live_'.length, -4));
      }
    }
  });

  it('are of one workspace: each call makes another one, and an unknown workspace has none', async () => {
    const [one, other] = [await auth.key(workspaceId), await auth.key(workspaceId)];
    expect(one.id).not.equal(other.id);
    expect(one.key).not.equal(other.key);
    expect((await refusalOf(() => auth.key('ws_none'))).code).equal('NOT_FOUND');
  });

  it('are refused with the field named, and nothing is stored', async () => {
    const count = () => auth.runtime.databases.live.collection('keys').countDocuments({});
    const before = await count();
    expect(await faultyFields(() => auth.key(workspaceId, { scopes: ['everything'] }))).eql(['scopes']);
    expect(await faultyFields(() => auth.key(workspaceId, { mode: 'both' }))).eql(['mode']);
    expect(await faultyFields(() => auth.key(workspaceId, { name: '' }))).eql(['name']);
    expect(await faultyFields(() => auth.key(workspaceId, { expires_at: 1 }))).eql(['expires_at']);
    expect(await count()).equal(before);
  });

  it('are revoked once: the second time changes nothing and tells nobody', async () => {
    for (const mode of ['live', 'sandbox'] as const) {
      const { id } = await auth.key(workspaceId, { mode });
      await auth.revoke(workspaceId, id);
      const keys = auth.runtime.databases[mode].collection<{ _id: string; revoked_at: Date | null }>('keys');
      const first = await keys.findOne({ _id: id });
      expect(first?.revoked_at).instanceOf(Date);
      auth.passTime(1_000);
      await auth.revoke(workspaceId, id);
      expect(await keys.findOne({ _id: id })).eql(first);
      const entries = await auth.journal(id, { mode });
      expect(entries.map(({ type }) => type)).eql(['created', 'revoked']);
      expect(entries.flatMap(({ events }) => events.map(({ name }) => name))).eql(['key.revoked']);
    }
  });

  it('are revoked by many at once as by one', async () => {
    const { id } = await auth.key(workspaceId);
    await Promise.all(Array.from({ length: 5 }, () => auth.revoke(workspaceId, id)));
    expect((await auth.journal(id)).map(({ type }) => type)).eql(['created', 'revoked']);
  });

  it('cannot be revoked by another workspace', async () => {
    const { id, key } = await auth.key(workspaceId);
    const stranger = await auth.workspace('Strangers');
    expect((await refusalOf(() => auth.revoke(stranger.id, id))).code).equal('NOT_FOUND');
    expect((await refusalOf(() => auth.revoke(workspaceId, 'key_none'))).code).equal('NOT_FOUND');
    expect((await auth.verify(key)).key_id).equal(id);
  });

  it('that are revoked are told to the gateways at once, by an event with their id', async () => {
    const told: unknown[] = [];
    const broker = await createBroker({
      url: storeUrl('AMQP'),
      log: createLog('test', 'silent'),
      consumers: [
        {
          queue: 'test.revoked-keys',
          bindings: ['key.revoked'],
          prefetch: 10,
          transient: true,
          handle: async ({ mode, payload }) => void told.push([mode, JSON.parse(payload).data]),
        },
      ],
    });
    await eventually(() => expect(broker.connected()).equal(true));
    const { id } = await auth.key(workspaceId, { mode: 'sandbox' });
    await auth.revoke(workspaceId, id);
    await eventually(() => expect(told).deep.includes(['sandbox', { id }]));
    await broker.close();
  });
});
