import { createRevocationConsumer, KeyCache } from '@plotline/gateway/edge/key-cache';
import { unavailable } from '@plotline/kit/errors';
import { createLog } from '@plotline/kit/process/log';
import { expect } from 'chai';
import { StubVerification } from '../support/stub-verification.js';

/** Lets continuations of resolved promises run. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

describe('gateway KeyCache', () => {
  let now: number;
  let verification: StubVerification;
  let keys: KeyCache;
  beforeEach(() => {
    now = 5_000;
    verification = new StubVerification();
    keys = new KeyCache(verification.verify, () => now);
  });

  it('verifies a key once for concurrent requests', async () => {
    const key = verification.createKey(['admin']);
    const found = await Promise.all(Array.from({ length: 50 }, () => keys.find(key, 'live')));
    expect(verification.verifiedKeys).to.have.length(1);
    expect(found.every((identity) => identity?.workspaceId === 'ws_1')).to.equal(true);
  });

  it('returns a cached identity without a promise', async () => {
    const key = verification.createKey(['admin']);
    await keys.find(key, 'live');
    now += 499;
    expect(keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
    await flushPromises();
    expect(verification.verifiedKeys).to.have.length(1);
  });

  it('refreshes a valid key in the background while it is used', async () => {
    const key = verification.createKey(['admin']);
    await keys.find(key, 'live');
    for (let round = 0; round < 10; round += 1) {
      now += 600;
      expect(keys.find(key, 'live')).to.not.be.instanceOf(Promise);
      await flushPromises();
    }
    expect(verification.verifiedKeys).to.have.length(11);
  });

  it('uses no entry of a second or more, not even when the auth service is unavailable', async () => {
    const key = verification.createKey(['admin']);
    await keys.find(key, 'live');
    verification.beforeAnswer = () => Promise.reject(unavailable('away'));
    now += 999;
    expect(keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
    await flushPromises();
    now += 1;
    const late = keys.find(key, 'live');
    expect(late).to.be.instanceOf(Promise);
    expect(await Promise.resolve(late).catch((error: unknown) => error)).to.have.property(
      'code',
      'SERVICE_UNAVAILABLE',
    );
  });

  it('counts the age from the call, not from the response', async () => {
    const key = verification.createKey(['admin']);
    verification.beforeAnswer = async () => {
      now += 700;
    };
    await keys.find(key, 'live');
    verification.beforeAnswer = async () => undefined;
    verification.revoke(key);
    now += 300;
    expect(await keys.find(key, 'live')).to.equal(null);
  });

  it('notices a revocation within a second without an event', async () => {
    const key = verification.createKey(['admin']);
    await keys.find(key, 'live');
    verification.revoke(key);
    now += 1_000;
    expect(await keys.find(key, 'live')).to.equal(null);
  });

  it('evicts a revoked key at once, even while a lookup of it is under way', async () => {
    const key = verification.createKey(['admin']);
    const id = (await keys.find(key, 'live'))?.actor.id ?? '';
    let release = () => {};
    verification.beforeAnswer = () => new Promise((resolve) => (release = resolve));
    now += 600;
    expect(keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
    keys.revoke(id);
    const waiting = keys.find(key, 'live');
    release();
    expect(await waiting).to.equal(null);
    expect(await keys.find(key, 'live')).to.equal(null);
  });

  it('caches an invalid key for no more than a second', async () => {
    const key = verification.createKey(['admin']);
    verification.revoke(key);
    expect(await keys.find(key, 'live')).to.equal(null);
    now += 999;
    expect(keys.find(key, 'live')).to.equal(null);
    now += 1;
    expect(keys.find(key, 'live')).to.be.instanceOf(Promise);
    await flushPromises();
  });

  it('keeps valid keys however many invalid ones are tried', async () => {
    const key = verification.createKey(['admin']);
    await keys.find(key, 'live');
    for (let index = 0; index < 10_500; index += 1) await keys.find(`pl_live_guess${index}`, 'live');
    expect(keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
  });

  it('bounds the number of concurrent lookups', async () => {
    verification.beforeAnswer = () => new Promise(() => {});
    for (let index = 0; index < 1_000; index += 1) void keys.find(`pl_live_guess${index}`, 'live');
    const refused = Promise.resolve(keys.find('pl_live_one_more', 'live')).catch((error: unknown) => error);
    expect(await refused).to.have.property('code', 'SERVICE_UNAVAILABLE');
  });

  it('keeps the modes apart', async () => {
    const key = verification.createKey(['admin']);
    expect(await keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
    expect(await keys.find(key, 'sandbox')).to.equal(null);
  });
});

const createEvent = (payload: string) => ({
  id: 'evt_1',
  name: 'key.revoked',
  mode: 'live' as const,
  payload,
  requestId: 'req_1',
});

describe('gateway createRevocationConsumer', () => {
  it('evicts the key that the event names', async () => {
    const verification = new StubVerification();
    const keys = new KeyCache(verification.verify, () => 0);
    const consumer = createRevocationConsumer(keys, createLog('gateway', 'silent'));
    const key = verification.createKey(['admin']);
    const id = (await keys.find(key, 'live'))?.actor.id;
    const event = { id: 'evt_1', event: 'key.revoked', timestamp: new Date(), workspace_id: 'ws_1', data: { id } };
    await consumer.handle(createEvent(JSON.stringify(event)));
    expect(await keys.find(key, 'live')).to.equal(null);
  });

  it('skips an event that names no key, without a retry', async () => {
    const keys = new KeyCache(new StubVerification().verify, () => 0);
    const consumer = createRevocationConsumer(keys, createLog('gateway', 'silent'));
    expect(consumer).to.include({ transient: true });
    for (const payload of ['', '{', '[]', '{"data":null}', '{"data":{"id":7}}'])
      await consumer.handle(createEvent(payload));
  });
});
