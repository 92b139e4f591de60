import { CredentialCache } from '@plotline/gateway/edge/credential-cache';
import { Problem, unavailable } from '@plotline/kit/errors';
import { expect } from 'chai';
import { StubVerification } from '../support/stub-verification.js';

const live = (value: string) => ({ kind: 'live_key', value }) as const;

/** Lets continuations of resolved promises run. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

describe('gateway CredentialCache', () => {
  let now: number;
  let verification: StubVerification;
  let credentials: CredentialCache;
  beforeEach(() => {
    now = 5_000;
    verification = new StubVerification();
    credentials = new CredentialCache(verification.verify, () => now);
  });

  it('verifies a key once for concurrent requests', async () => {
    const key = verification.createKey(['admin']);
    const found = await Promise.all(Array.from({ length: 50 }, () => credentials.find(live(key))));
    expect(verification.verified).to.have.length(1);
    expect(found.every((identity) => identity?.identities[0].workspaceId === 'ws_1')).to.equal(true);
  });

  it('returns a cached identity without a promise', async () => {
    const key = verification.createKey(['admin']);
    await credentials.find(live(key));
    now += 499;
    expect(credentials.find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    await flushPromises();
    expect(verification.verified).to.have.length(1);
  });

  it('refreshes a valid key in the background while it is used', async () => {
    const key = verification.createKey(['admin']);
    await credentials.find(live(key));
    for (let round = 0; round < 10; round += 1) {
      now += 600;
      expect(credentials.find(live(key))).to.not.be.instanceOf(Promise);
      await flushPromises();
    }
    expect(verification.verified).to.have.length(11);
  });

  it('uses no entry of a second or more, not even when the auth service is unavailable', async () => {
    const key = verification.createKey(['admin']);
    await credentials.find(live(key));
    verification.beforeAnswer = () => Promise.reject(unavailable('away'));
    now += 999;
    expect(credentials.find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    await flushPromises();
    now += 1;
    const late = credentials.find(live(key));
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
    await credentials.find(live(key));
    verification.beforeAnswer = async () => undefined;
    verification.revoke(key);
    now += 300;
    expect(await credentials.find(live(key))).to.equal(null);
  });

  it('notices a revocation within a second without an event', async () => {
    const key = verification.createKey(['admin']);
    await credentials.find(live(key));
    verification.revoke(key);
    now += 1_000;
    expect(await credentials.find(live(key))).to.equal(null);
  });

  it('evicts a revoked key at once, even while a lookup of it is under way', async () => {
    const key = verification.createKey(['admin']);
    const id = (await credentials.find(live(key)))?.id ?? '';
    let release = () => {};
    verification.beforeAnswer = () => new Promise((resolve) => (release = resolve));
    now += 600;
    expect(credentials.find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    credentials.revoke(id);
    const waiting = credentials.find(live(key));
    release();
    expect(await waiting).to.equal(null);
    expect(await credentials.find(live(key))).to.equal(null);
  });

  it('looks a person up again once an agent of theirs has changed, and believes no look-up that began before', async () => {
    const memberships = [{ agentId: 'agent_1' }, { agentId: 'agent_2', workspaceId: 'ws_2' }];
    const session = { kind: 'session', value: verification.createSession(memberships) } as const;
    await credentials.find(session);
    credentials.refreshAgent('agent_9');
    now += 1;
    expect(credentials.find(session)).to.not.be.instanceOf(Promise);
    let release = () => {};
    verification.beforeAnswer = () => new Promise((resolve) => (release = resolve));
    credentials.refreshAgent('agent_2');
    const early = credentials.find(session);
    now += 1;
    const releaseEarly = release;
    credentials.refreshAgent('agent_2');
    now += 1;
    const late = credentials.find(session);
    releaseEarly();
    await early;
    expect(verification.verified).to.have.length(3);
    expect(credentials.find(session)).to.be.instanceOf(Promise);
    release();
    await late;
    expect(credentials.find(session)).to.have.nested.property('identities[1].workspaceId', 'ws_2');
    expect(verification.verified).to.have.length(3);
  });

  it('caches an invalid key for no more than a second', async () => {
    const key = verification.createKey(['admin']);
    verification.revoke(key);
    expect(await credentials.find(live(key))).to.equal(null);
    now += 999;
    expect(credentials.find(live(key))).to.equal(null);
    now += 1;
    expect(credentials.find(live(key))).to.be.instanceOf(Promise);
    await flushPromises();
  });

  it('keeps valid credentials however many invalid ones are tried', async () => {
    const key = verification.createKey(['admin']);
    await credentials.find(live(key));
    for (let index = 0; index < 20_500; index += 1) await credentials.find(live(`pl_live_guess${index}`));
    expect(credentials.find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
  });

  it('looks up unknown credentials 2 at a time, lets 128 wait and refuses the rest, and keeps good credentials out of that', async () => {
    const key = verification.createKey(['admin']);
    await credentials.find(live(key));
    const held: (() => void)[] = [];
    verification.beforeAnswer = () => new Promise((resolve) => held.push(resolve));
    const waiting = Array.from({ length: 130 }, (_, index) => credentials.find(live(`pl_live_guess${index}`)));
    expect(held).to.have.length(2);
    const refused = Promise.resolve(credentials.find(live('pl_live_one_more'))).catch((error: unknown) => error);
    expect(await refused).to.include({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
    now += 1_500;
    verification.beforeAnswer = async () => undefined;
    expect(await credentials.find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    for (const release of held) release();
    expect(await Promise.all(waiting)).to.deep.equal(waiting.map(() => null));
    expect(verification.verified).to.have.length(132);
  });

  it('does not give an answer whose look-up began more than a second before the request', async () => {
    const key = verification.createKey(['admin']);
    let release = () => {};
    verification.beforeAnswer = () => new Promise((resolve) => (release = resolve));
    const first = credentials.find(live(key));
    const releaseFirst = release;
    now += 999;
    const joining = credentials.find(live(key));
    verification.revoke(key);
    now += 1;
    verification.beforeAnswer = async () => undefined;
    expect(await credentials.find(live(key))).to.equal(null);
    releaseFirst();
    // They came within a second after the look-up began.
    expect(await first).to.equal(await joining);
    expect(verification.verified).to.have.length(2);
    expect(await credentials.find(live(key))).to.equal(null);
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
    const limited = Promise.resolve(credentials.find(live(key), createStranger('limited')));
    expect(await limited.catch((error: unknown) => error)).to.have.property('code', 'RATE_LIMIT_EXCEEDED');
    expect(verification.verified).to.deep.equal([]);
    const found = await Promise.all(
      Array.from({ length: 50 }, () => credentials.find(live(key), createStranger('open'))),
    );
    expect(found.every((identity) => identity?.identities[0].workspaceId === 'ws_1')).to.equal(true);
    now += 5_000;
    expect(await credentials.find(live(key), createStranger('limited'))).to.have.nested.property(
      'identities[0].workspaceId',
      'ws_1',
    );
    expect(await credentials.find(live('pl_live_guess'), createStranger('open'))).to.equal(null);
    expect(counted).to.deep.equal(['limited', 'open', 'refund open', 'open']);
  });

  it('tells of a look-up whether the key was good when last seen', async () => {
    const key = verification.createKey(['admin']);
    await credentials.find(live(key));
    now += 600;
    expect(credentials.find(live(key))).to.not.be.instanceOf(Promise);
    await flushPromises();
    now += 5_000;
    await credentials.find(live(key));
    verification.revoke(key);
    now += 1_000;
    await credentials.find(live(key));
    now += 1_000;
    await credentials.find(live(key));
    expect(verification.known).to.deep.equal([false, true, true, true, false]);
  });

  it('keeps the modes apart', async () => {
    const key = verification.createKey(['admin']);
    expect(await credentials.find(live(key))).to.have.nested.property('identities[0].workspaceId', 'ws_1');
    expect(await credentials.find({ kind: 'test_key', value: key })).to.equal(null);
  });
});
