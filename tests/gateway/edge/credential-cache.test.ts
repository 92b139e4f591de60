import { CredentialCache } from '@plotline/gateway/edge/credential-cache';
import type { PresentedCredential } from '@plotline/gateway/edge/verify-credential';
import { Problem } from '@plotline/kit/core/errors';
import { expect } from 'chai';
import { createMonotonic } from '../support/clock.js';
import { createAnyone, StubVerification } from '../support/stub-verification.js';

const live = (value: string) => ({ kind: 'live_key', value }) as const;

/** Runs the continuations of resolved promises. */
const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('gateway CredentialCache', () => {
  let now: number;
  let verification: StubVerification;
  let credentials: CredentialCache;
  beforeEach(() => {
    now = 5_000;
    verification = new StubVerification();
    credentials = new CredentialCache(
      verification.verify,
      createMonotonic(() => now),
    );
  });

  const find = (presented: PresentedCredential, createClient = createAnyone) =>
    credentials.find(presented, createClient);

  it('verifies a key once for concurrent requests', async () => {
    const key = verification.createKey(['admin']);
    const found = await Promise.all(Array.from({ length: 50 }, () => find(live(key))));
    expect(verification.verified).to.have.length(1);
    expect(found.every((identity) => identity?.identities[0].workspaceId === 'ws_1')).to.equal(true);
  });

  it('returns a cached identity synchronously', async () => {
    const key = verification.createKey(['admin']);
    await find(live(key));
    now += 499;
    expect(find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    await flushPromises();
    expect(verification.verified).to.have.length(1);
  });

  it('refreshes a valid key in the background while it is used', async () => {
    const key = verification.createKey(['admin']);
    await find(live(key));
    for (let round = 0; round < 10; round += 1) {
      now += 600;
      expect(find(live(key))).to.not.be.instanceOf(Promise);
      await flushPromises();
    }
    expect(verification.verified).to.have.length(11);
  });

  it('counts the age from the call, not from the response', async () => {
    const key = verification.createKey(['admin']);
    verification.beforeAnswer = async () => {
      now += 700;
    };
    await find(live(key));
    verification.beforeAnswer = async () => undefined;
    verification.revoke(key);
    now += 300;
    expect(await find(live(key))).to.equal(null);
  });

  it('detects a revocation within a second without an event', async () => {
    const key = verification.createKey(['admin']);
    await find(live(key));
    verification.revoke(key);
    now += 1_000;
    expect(await find(live(key))).to.equal(null);
  });

  it('immediately evicts a revoked key, even while the key is being looked up', async () => {
    const key = verification.createKey(['admin']);
    const id = (await find(live(key)))?.id ?? '';
    let release = () => {};
    verification.beforeAnswer = () => new Promise((resolve) => (release = resolve));
    now += 600;
    expect(find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    credentials.revoke(id);
    const waiting = find(live(key));
    release();
    expect(await waiting).to.equal(null);
    expect(await find(live(key))).to.equal(null);
  });

  it('repeats the look-up only for the keys of a changed workspace', async () => {
    const key = live(verification.createKey(['admin']));
    await find(key);
    credentials.refresh('ws_2');
    expect(find(key)).to.not.be.instanceOf(Promise);
    credentials.refresh('ws_1');
    expect(await find(key)).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    expect(verification.verified).to.have.length(2);
  });

  it('looks up a person again after their agent changes, and ignores earlier look-ups', async () => {
    const memberships = [{ agentId: 'agent_1' }, { agentId: 'agent_2', workspaceId: 'ws_2' }];
    const session = { kind: 'session', value: verification.createSession(memberships) } as const;
    await find(session);
    credentials.refresh('agent_9');
    now += 1;
    expect(find(session)).to.not.be.instanceOf(Promise);
    let release = () => {};
    verification.beforeAnswer = () => new Promise((resolve) => (release = resolve));
    credentials.refresh('agent_2');
    const early = find(session);
    now += 1;
    const releaseEarly = release;
    credentials.refresh('agent_2');
    now += 1;
    const late = find(session);
    releaseEarly();
    await early;
    expect(verification.verified).to.have.length(3);
    expect(find(session)).to.be.instanceOf(Promise);
    release();
    await late;
    expect(find(session)).to.have.nested.property('identities[1].workspaceId', 'ws_2');
    expect(verification.verified).to.have.length(3);
  });

  it('caches an invalid key for no more than a second', async () => {
    const key = verification.createKey(['admin']);
    verification.revoke(key);
    expect(await find(live(key))).to.equal(null);
    now += 999;
    expect(find(live(key))).to.equal(null);
    now += 1;
    expect(find(live(key))).to.be.instanceOf(Promise);
    await flushPromises();
  });

  it('keeps valid credentials during a flood of invalid ones', async () => {
    const key = verification.createKey(['admin']);
    await find(live(key));
    for (let index = 0; index < 20_500; index += 1) await find(live(`pl_live_guess${index}`));
    expect(find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
  });

  it('looks up 800 new valid keys at the same time', async () => {
    const keys = Array.from({ length: 800 }, () => verification.createKey(['admin']));
    verification.beforeAnswer = flushPromises;
    const found = await Promise.all(keys.map((key) => find(live(key))));
    expect(found.filter((credential) => credential === null)).to.deep.equal([]);
  });

  const kinds = [
    { kind: 'live_key', atOnce: 64 },
    { kind: 'session', atOnce: 32 },
  ] as const;
  for (const { kind, atOnce } of kinds) {
    it(`looks up ${atOnce} unknown credentials (${kind}) at a time, queues 2,000, refuses the rest, and delays no valid credentials`, async () => {
      const key = verification.createKey(['admin']);
      await find(live(key));
      const held: (() => void)[] = [];
      verification.beforeAnswer = () => new Promise((resolve) => held.push(resolve));
      const waiting = Array.from({ length: 2_000 + atOnce }, (_, index) => find({ kind, value: `guess${index}` }));
      await flushPromises();
      expect(held).to.have.length(atOnce);
      const refused = Promise.resolve(find({ kind, value: 'one_more' })).catch((error: unknown) => error);
      expect(await refused).to.include({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
      now += 1_500;
      verification.beforeAnswer = async () => undefined;
      expect(await find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
      for (const release of held) release();
      expect(await Promise.all(waiting)).to.deep.equal(waiting.map(() => null));
    });
  }

  it('does not use a look-up that began more than a second before the request', async () => {
    const key = verification.createKey(['admin']);
    let release = () => {};
    verification.beforeAnswer = () => new Promise((resolve) => (release = resolve));
    const first = find(live(key));
    await flushPromises();
    const releaseFirst = release;
    now += 999;
    const joining = find(live(key));
    verification.revoke(key);
    now += 1;
    verification.beforeAnswer = async () => undefined;
    expect(await find(live(key))).to.equal(null);
    releaseFirst();
    // These requests came within a second after the look-up began.
    expect(await first).to.equal(await joining);
    expect(verification.verified).to.have.length(2);
    expect(await find(live(key))).to.equal(null);
  });

  it('looks up a new key only for a client within its limit, and counts only invalid keys', async () => {
    const key = verification.createKey(['admin']);
    const events: string[] = [];
    const createClient = (network: string) => () => ({
      network,
      assertAllowed: async () => {
        events.push(network);
        if (network === 'limited') throw new Problem('RATE_LIMIT_EXCEEDED', 'Too many.');
      },
      countFailure: async () => void events.push(`failure of ${network}`),
    });
    const limited = Promise.resolve(find(live(key), createClient('limited')));
    expect(await limited.catch((error: unknown) => error)).to.have.property('code', 'RATE_LIMIT_EXCEEDED');
    expect(verification.verified).to.deep.equal([]);
    const found = await Promise.all(Array.from({ length: 50 }, () => find(live(key), createClient('open'))));
    expect(found.every((identity) => identity?.identities[0].workspaceId === 'ws_1')).to.equal(true);
    now += 5_000;
    expect(await find(live(key), createClient('limited'))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    expect(await find(live('pl_live_guess'), createClient('open'))).to.equal(null);
    expect(events).to.deep.equal(['limited', 'open', 'open', 'failure of open']);
  });

  it('reports whether the key was valid when last seen', async () => {
    const key = verification.createKey(['admin']);
    await find(live(key));
    now += 600;
    expect(find(live(key))).to.not.be.instanceOf(Promise);
    await flushPromises();
    now += 5_000;
    await find(live(key));
    verification.revoke(key);
    now += 1_000;
    await find(live(key));
    now += 1_000;
    await find(live(key));
    expect(verification.known).to.deep.equal([false, true, true, true, false]);
  });

  it('keeps the credentials of the two modes separate', async () => {
    const key = verification.createKey(['admin']);
    expect(await find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    expect(await find({ kind: 'test_key', value: key })).to.equal(null);
  });
});
