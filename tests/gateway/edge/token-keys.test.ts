import { createTokenKeys } from '@plotline/gateway/edge/token-keys';
import { Problem } from '@plotline/kit/core/errors';
import { expect } from 'chai';
import { jwtVerify } from 'jose';
import { eventually } from '../../support/eventually.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { startTokenIssuer } from '../support/token-issuer.js';

describe('gateway createTokenKeys', () => {
  const issuer = useFixturePerTest(startTokenIssuer);
  let now: number;
  beforeEach(() => {
    now = 1_000_000;
  });
  const create = (coolDownMs: number) => createTokenKeys({ url: issuer().url, now: () => now, coolDownMs }).get;

  const outcome = async (keys: ReturnType<typeof create>, header: Record<string, unknown> = {}) => {
    const token = await issuer().sign('grant_1', { header });
    return jwtVerify(token, keys).then(
      () => 'good',
      (error: unknown) => (error instanceof Problem ? error.code : 'no such key'),
    );
  };

  it('fetches the key set once for all tokens', async () => {
    const keys = create(60_000);
    expect(await Promise.all(Array.from({ length: 20 }, () => outcome(keys)))).to.deep.equal(Array(20).fill('good'));
    expect(issuer().fetches()).to.equal(1);
  });

  it('finds a newly added key, and keeps the earlier keys', async () => {
    const keys = create(0);
    const old = await issuer().sign('grant_1');
    expect(await outcome(keys)).to.equal('good');
    await issuer().rotate();
    expect(await outcome(keys)).to.equal('good');
    expect((await jwtVerify(old, keys)).payload).to.have.property('grant_id', 'grant_1');
    expect(issuer().fetches()).to.equal(2);
  });

  it('does not fetch the key set for every unknown kid', async () => {
    const keys = create(60_000);
    expect(await outcome(keys)).to.equal('good');
    for (let index = 0; index < 20; index += 1) {
      expect(await outcome(keys, { kid: `unknown_${index}` })).to.equal('no such key');
    }
    expect(issuer().fetches()).to.equal(1);
  });

  it("immediately finds the auth service's first key", async () => {
    const keys = create(60_000);
    issuer().setEmpty(true);
    expect(await outcome(keys)).to.equal('no such key');
    issuer().setEmpty(false);
    expect(await outcome(keys)).to.equal('good');
  });

  it('uses the known keys while the auth service is down', async () => {
    const keys = create(0);
    expect(await outcome(keys)).to.equal('good');
    issuer().setAway(true);
    now += 86_400_000;
    expect(await outcome(keys)).to.equal('good');
    expect(await outcome(keys, { kid: 'unknown' })).to.equal('SERVICE_UNAVAILABLE');
  });

  it('limits its requests while the auth service fails', async () => {
    const keys = create(5_000);
    issuer().setAway(true);
    for (let time = 0; time < 10; time += 1) expect(await outcome(keys)).to.equal('SERVICE_UNAVAILABLE');
    expect(issuer().fetches()).to.equal(1);
    issuer().setAway(false);
    now += 5_000;
    expect(await outcome(keys)).to.equal('good');
  });

  it('refreshes an old key set in the background, so that withdrawn keys disappear', async () => {
    const keys = create(60_000);
    expect(await outcome(keys)).to.equal('good');
    now += 300_001;
    expect(await outcome(keys)).to.equal('good');
    await eventually(() => expect(issuer().fetches()).to.equal(2));
  });
});
