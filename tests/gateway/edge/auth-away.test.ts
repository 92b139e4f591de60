import { CredentialCache } from '@plotline/gateway/edge/credential-cache';
import type { PresentedCredential } from '@plotline/gateway/edge/verify-credential';
import { unavailable } from '@plotline/kit/core/errors';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';
import { createAnyone, StubVerification } from '../support/stub-verification.js';

const away = () => Promise.reject(unavailable('away'));
const frozen = () => new Promise<void>(() => undefined);
const here = async () => undefined;

/** Runs the continuations of resolved promises. */
const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

describe("gateway CredentialCache while the auth service doesn't respond", () => {
  let time: ManualTime;
  let verification: StubVerification;
  let credentials: CredentialCache;
  beforeEach(() => {
    time = new ManualTime();
    verification = new StubVerification();
    credentials = new CredentialCache(verification.verify, time);
  });

  /** Returns the id of the credential, null for an invalid one, or the code of the refusal. */
  async function find(presented: PresentedCredential) {
    const found = Promise.resolve(credentials.find(presented, createAnyone)).then(
      (credential) => credential?.id ?? null,
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    );
    await flushPromises();
    time.advance(500);
    return found;
  }
  const createKey = () => ({ kind: 'live_key', value: verification.createKey(['admin']) }) as const;

  const failures: [name: string, beforeAnswer: () => Promise<void>][] = [
    ['refuses calls', away],
    ['is frozen', frozen],
  ];
  for (const [name, beforeAnswer] of failures) {
    it(`uses a credential for up to 60 seconds after it was last valid when auth ${name}`, async () => {
      const key = createKey();
      const id = await find(key);
      verification.beforeAnswer = beforeAnswer;
      time.advance(58_000);
      expect(await find(key)).to.equal(id);
      time.advance(2_000);
      const late = Promise.resolve(credentials.find(key, createAnyone)).then(
        () => 'used',
        (error: unknown) => error,
      );
      expect(await Promise.race([late, flushPromises()])).to.not.equal('used');
    });
  }

  it('retries the look-up every half second, without delaying requests', async () => {
    const key = createKey();
    await find(key);
    verification.beforeAnswer = away;
    time.advance(5_000);
    const before = verification.verified.length;
    await credentials.find(key, createAnyone);
    time.advance(499);
    expect(credentials.find(key, createAnyone)).to.not.be.instanceOf(Promise);
    expect(verification.verified).to.have.length(before + 1);
    time.advance(1);
    verification.revoke(key.value);
    verification.beforeAnswer = here;
    expect(await find(key)).to.equal(null);
  });

  it('refuses a credential that an event has revoked, even while it is being looked up', async () => {
    const key = createKey();
    const id = String(await find(key));
    verification.beforeAnswer = frozen;
    time.advance(5_000);
    const waiting = credentials.find(key, createAnyone);
    credentials.revoke(id);
    time.advance(500);
    expect(await waiting).to.equal(null);
    expect(await find(key)).to.equal(null);
  });

  it('refuses a person whose access has changed in the meantime', async () => {
    const value = verification.createSession([{ agentId: 'agent_7' }]);
    const session = { kind: 'session', value } as const;
    expect(await find(session)).to.be.a('string');
    time.advance(2_000);
    credentials.refresh('agent_7');
    verification.beforeAnswer = away;
    expect(await find(session)).to.equal('SERVICE_UNAVAILABLE');
  });

  it('refuses credentials that it has not seen before', async () => {
    verification.beforeAnswer = away;
    expect(await find(createKey())).to.equal('SERVICE_UNAVAILABLE');
  });
});
