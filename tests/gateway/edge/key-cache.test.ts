import { createRevocationConsumer, KeyCache } from '@plotline/gateway/edge/key-cache';
import { Problem, unavailable } from '@plotline/kit/errors';
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

  it('looks up unknown keys 2 at a time, lets 128 wait and refuses the rest, and keeps good keys out of that', async () => {
    const key = verification.createKey(['admin']);
    await keys.find(key, 'live');
    const held: (() => void)[] = [];
    verification.beforeAnswer = () => new Promise((resolve) => held.push(resolve));
    const waiting = Array.from({ length: 130 }, (_, index) => keys.find(`pl_live_guess${index}`, 'live'));
    expect(held).to.have.length(2);
    const refused = Promise.resolve(keys.find('pl_live_one_more', 'live')).catch((error: unknown) => error);
    expect(await refused).to.include({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
    now += 1_500;
    verification.beforeAnswer = async () => undefined;
    expect(await keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
    for (const release of held) release();
    expect(await Promise.all(waiting)).to.deep.equal(waiting.map(() => null));
    expect(verification.verifiedKeys).to.have.length(132);
  });

  it('does not give an answer whose look-up began more than a second before the request', async () => {
    const key = verification.createKey(['admin']);
    let release = () => {};
    verification.beforeAnswer = () => new Promise((resolve) => (release = resolve));
    const first = keys.find(key, 'live');
    const releaseFirst = release;
    now += 999;
    const joining = keys.find(key, 'live');
    verification.revoke(key);
    now += 1;
    verification.beforeAnswer = async () => undefined;
    expect(await keys.find(key, 'live')).to.equal(null);
    releaseFirst();
    // They came within a second after the look-up began.
    expect(await first).to.equal(await joining);
    expect(verification.verifiedKeys).to.have.length(2);
    expect(await keys.find(key, 'live')).to.equal(null);
  });

  it('counts the look-up of a key that was never good before it is made, once for all requests with it', async () => {
    const key = verification.createKey(['admin']);
    const counted: string[] = [];
    const createStranger = (network: string) => () => ({
      network,
      count: async () => {
        counted.push(network);
        if (network === 'limited') throw new Problem('RATE_LIMIT_EXCEEDED', 'Too many.');
        return async () => {
          counted.push(`refund ${network}`);
        };
      },
    });
    const limited = Promise.resolve(keys.find(key, 'live', createStranger('limited')));
    expect(await limited.catch((error: unknown) => error)).to.have.property('code', 'RATE_LIMIT_EXCEEDED');
    expect(verification.verifiedKeys).to.deep.equal([]);
    const found = await Promise.all(Array.from({ length: 50 }, () => keys.find(key, 'live', createStranger('open'))));
    expect(found.every((identity) => identity?.workspaceId === 'ws_1')).to.equal(true);
    now += 5_000;
    expect(await keys.find(key, 'live', createStranger('limited'))).to.have.property('workspaceId', 'ws_1');
    expect(await keys.find('pl_live_guess', 'live', createStranger('open'))).to.equal(null);
    expect(counted).to.deep.equal(['limited', 'open', 'refund open', 'open']);
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
