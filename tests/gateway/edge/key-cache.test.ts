import { KeyCache } from '@plotline/gateway/edge/key-cache';
import { unavailable } from '@plotline/kit/errors';
import { expect } from 'chai';
import { StubVerification } from '../stub-verification.js';

/** Lets what is already resolved run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('gateway: how long an answer about a key is used', () => {
  let now: number;
  let verification: StubVerification;
  let keys: KeyCache;
  beforeEach(() => {
    now = 5_000;
    verification = new StubVerification();
    keys = new KeyCache(verification.verify, () => now);
  });

  it('asks once for many requests at the same time', async () => {
    const key = verification.make(['admin']);
    const found = await Promise.all(Array.from({ length: 50 }, () => keys.find(key, 'live')));
    expect(verification.asked).to.have.length(1);
    expect(found.every((identity) => identity?.workspaceId === 'ws_1')).to.equal(true);
  });

  it('answers at once from what it knows', async () => {
    const key = verification.make(['admin']);
    await keys.find(key, 'live');
    now += 499;
    expect(keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
    await settle();
    expect(verification.asked).to.have.length(1);
  });

  it('renews a known key while it is used, so that no request waits', async () => {
    const key = verification.make(['admin']);
    await keys.find(key, 'live');
    for (let round = 0; round < 10; round += 1) {
      now += 600;
      expect(keys.find(key, 'live')).not.to.be.instanceOf(Promise);
      await settle();
    }
    expect(verification.asked).to.have.length(11);
  });

  it('uses no answer that was asked for a second ago or more, not even when the auth service is away', async () => {
    const key = verification.make(['admin']);
    await keys.find(key, 'live');
    verification.before = () => Promise.reject(unavailable('away'));
    now += 999;
    expect(keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
    await settle();
    now += 1;
    const late = keys.find(key, 'live');
    expect(late).to.be.instanceOf(Promise);
    expect(await Promise.resolve(late).catch((error: unknown) => error)).to.have.property(
      'code',
      'SERVICE_UNAVAILABLE',
    );
  });

  it('counts the age from the question, not from the answer', async () => {
    const key = verification.make(['admin']);
    verification.before = async () => {
      now += 700;
    };
    await keys.find(key, 'live');
    verification.before = async () => undefined;
    verification.revoke(key);
    now += 300;
    expect(await keys.find(key, 'live')).to.equal(null);
  });

  it('notices within a second that a key was revoked, without any event', async () => {
    const key = verification.make(['admin']);
    await keys.find(key, 'live');
    verification.revoke(key);
    now += 1_000;
    expect(await keys.find(key, 'live')).to.equal(null);
  });

  it('forgets a key at once when told, even when an older answer is still on its way', async () => {
    const key = verification.make(['admin']);
    const id = (await keys.find(key, 'live'))?.actor.id ?? '';
    let release = () => {};
    verification.before = () => new Promise((resolve) => (release = resolve));
    now += 600;
    expect(keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
    keys.forget(id);
    const waiting = keys.find(key, 'live');
    release();
    expect(await waiting).to.equal(null);
    expect(await keys.find(key, 'live')).to.equal(null);
  });

  it('takes an unknown key for unknown no longer than a second', async () => {
    const key = verification.make(['admin']);
    verification.revoke(key);
    expect(await keys.find(key, 'live')).to.equal(null);
    now += 999;
    expect(keys.find(key, 'live')).to.equal(null);
    now += 1;
    expect(keys.find(key, 'live')).to.be.instanceOf(Promise);
    await settle();
  });

  it('keeps good keys however many bad ones are tried', async () => {
    const key = verification.make(['admin']);
    await keys.find(key, 'live');
    for (let index = 0; index < 10_500; index += 1) await keys.find(`pl_live_guess${index}`, 'live');
    expect(keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
  });

  it('bounds the number of questions under way', async () => {
    verification.before = () => new Promise(() => {});
    for (let index = 0; index < 1_000; index += 1) void keys.find(`pl_live_guess${index}`, 'live');
    const refused = Promise.resolve(keys.find('pl_live_one_more', 'live')).catch((error: unknown) => error);
    expect(await refused).to.have.property('code', 'SERVICE_UNAVAILABLE');
  });

  it('keeps the two modes apart', async () => {
    const key = verification.make(['admin']);
    expect(await keys.find(key, 'live')).to.have.property('workspaceId', 'ws_1');
    expect(await keys.find(key, 'sandbox')).to.equal(null);
  });
});
