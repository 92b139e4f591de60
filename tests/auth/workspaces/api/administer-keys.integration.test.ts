import { randomUUID } from 'node:crypto';
import { createBroker } from '@plotline/kit/broker/broker';
import { isWellFormedToken } from '@plotline/kit/core/secrets';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { faultyFields, refusalOf } from '../../../support/refusal-of.js';
import { storeUrl } from '../../../support/test-stores.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';

describe('CreateKey and RevokeKey', () => {
  const auth = useFixture(startAuth);
  let workspaceId: string;
  before(async () => {
    workspaceId = (await auth().workspace('Keys')).id;
  });

  for (const [mode, prefix] of [
    ['live', 'pl_live_'],
    ['sandbox', 'pl_test_'],
  ] as const) {
    it(`create ${mode} keys that begin with ${prefix} and have a checksum`, async () => {
      const { id, key } = await auth().key(workspaceId, { mode });
      expect(id).to.match(/^key_[0-9a-z]{26}$/);
      expect(key).to.match(new RegExp(`^${prefix}[0-9A-Za-z]{36}$`));
      expect(isWellFormedToken(key, prefix)).to.equal(true);
    });
  }

  it('store a hash and the last four characters of a key, but not its value, in both databases', async () => {
    for (const mode of ['live', 'sandbox'] as const) {
      const { id, key } = await auth().key(workspaceId, { mode });
      const stored = await auth().runtime.databases[mode].collection<{ _id: string }>('keys').findOne({ _id: id });
      expect(stored).to.include({ workspace_id: workspaceId, last_four: key.slice(-4) });
      for (const database of ['live', 'sandbox'] as const) {
        const dump = await auth().dumpDatabase(database);
        // The live journal has the entries of all keys.
        expect(dump.includes(id)).to.equal(database === mode || database === 'live');
        expect(dump).to.not.include(key.slice('pl_live_'.length, -4));
      }
    }
  });

  it('create one key for all calls with the same request_id, and return it to each call', async () => {
    const request_id = randomUUID();
    const attempts = Array.from({ length: 20 }, () => auth().key(workspaceId, { name: 'Once', request_id }));
    const [first, ...others] = await Promise.all(attempts);
    for (const other of others) expect(other).to.deep.equal(first);
    expect(await auth().runtime.databases.live.collection('keys').countDocuments({ name: 'Once' })).to.equal(1);
    expect(await faultyFields(() => auth().key(workspaceId, { name: 'Twice', request_id }))).to.deep.equal([
      'Idempotency-Key',
    ]);
    expect(await faultyFields(() => auth().key(workspaceId, { request_id: '' }))).to.deep.equal(['request_id']);
  });

  it('create a different key for each call without a request_id, and refuse an unknown workspace with NOT_FOUND', async () => {
    const [one, other] = [await auth().key(workspaceId), await auth().key(workspaceId)];
    expect(one.id).to.not.equal(other.id);
    expect(one.key).to.not.equal(other.key);
    expect((await refusalOf(() => auth().key('ws_none'))).code).to.equal('NOT_FOUND');
  });

  it('refuse invalid fields with a VALIDATION_ERROR that lists them, and store nothing', async () => {
    const count = () => auth().runtime.databases.live.collection('keys').countDocuments({});
    const before = await count();
    expect(await faultyFields(() => auth().key(workspaceId, { scopes: ['everything'] }))).to.deep.equal(['scopes']);
    expect(await faultyFields(() => auth().key(workspaceId, { mode: 'both' }))).to.deep.equal(['mode']);
    expect(await faultyFields(() => auth().key(workspaceId, { name: '' }))).to.deep.equal(['name']);
    expect(await faultyFields(() => auth().key(workspaceId, { expires_at: 1 }))).to.deep.equal(['expires_at']);
    expect(await count()).to.equal(before);
  });

  it('revoke a key once, and neither change nor publish anything when repeated', async () => {
    for (const mode of ['live', 'sandbox'] as const) {
      const { id } = await auth().key(workspaceId, { mode });
      await auth().revoke(workspaceId, id);
      const keys = auth().runtime.databases[mode].collection<{ _id: string; revoked_at: Date | null }>('keys');
      const first = await keys.findOne({ _id: id });
      expect(first?.revoked_at).to.be.instanceOf(Date);
      auth().passTime(1_000);
      await auth().revoke(workspaceId, id);
      expect(await keys.findOne({ _id: id })).to.deep.equal(first);
      const entries = await auth().journal(id);
      expect(entries.map(({ type }) => type)).to.deep.equal(['created', 'revoked']);
      expect(entries.flatMap(({ events }) => events.map(({ name }) => name))).to.deep.equal(['key.revoked']);
    }
  });

  it('revoke a key once for concurrent requests', async () => {
    const { id } = await auth().key(workspaceId);
    await Promise.all(Array.from({ length: 5 }, () => auth().revoke(workspaceId, id)));
    expect((await auth().journal(id)).map(({ type }) => type)).to.deep.equal(['created', 'revoked']);
  });

  it("answer NOT_FOUND for another workspace's key, which stays valid", async () => {
    const { id, key } = await auth().key(workspaceId);
    const foreign = await auth().workspace('Strangers');
    expect((await refusalOf(() => auth().revoke(foreign.id, id))).code).to.equal('NOT_FOUND');
    expect((await refusalOf(() => auth().revoke(workspaceId, 'key_none'))).code).to.equal('NOT_FOUND');
    expect((await auth().verify(key)).key_id).to.equal(id);
  });

  it("publish key.revoked with the revoked key's id", async () => {
    const received: unknown[] = [];
    const broker = await createBroker({
      url: storeUrl('AMQP'),
      log: createLog('test', 'silent'),
      consumers: [
        {
          queue: 'test.revoked-keys',
          bindings: ['key.revoked'],
          prefetch: 10,
          transient: true,
          handle: async ({ payload }) => void received.push(JSON.parse(payload).data),
        },
      ],
    });
    await eventually(() => expect(broker.isConnected()).to.equal(true));
    const { id } = await auth().key(workspaceId, { mode: 'sandbox' });
    await auth().revoke(workspaceId, id);
    await eventually(() => expect(received).to.deep.include({ id }));
    await broker.close();
  });
});
