import { createToken } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { Clock } from '../support/clock.js';
import { startGatewayWithIssuer } from '../support/gateway-with-issuer.js';
import { sendRequest } from '../support/http-client.js';

describe('gateway during a flood of well-formed unknown credentials', () => {
  const gateway = useFixturePerTest(() =>
    startGatewayWithIssuer({ rateLimitsNow: new Clock().now }, { LIMITS_FACTOR: '1', TRUSTED_PROXIES: 'loopback' }),
  );
  const ask = (key: string, address: string) =>
    sendRequest(`${gateway().live}/v1/leads/1`, { key, headers: { 'x-forwarded-for': address } });

  /** Kinds of credentials, with the maximum number of look-ups at the auth service for each. */
  const kinds: [name: string, create: () => string | Promise<string>, maxLookUps: number][] = [
    ['keys', () => createToken('pl_live_'), 184],
    ['sessions', () => createToken('pl_session_'), 152],
    ['access tokens of another issuer', async () => forge('grant_1'), 0],
    ['access tokens of unknown grants', async () => gateway().issuer.sign(createToken('grant_')), 152],
  ];
  const forge = (grantId: string) => gateway().issuer.sign(grantId, { claims: { iss: 'https://evil.example' } });

  for (const [name, create, maxLookUps] of kinds) {
    it(`limits the look-ups of ${name} for an address, and keeps accepting valid credentials`, async () => {
      const { verification, issuer } = gateway();
      const good = verification.createKey(['admin'], { plan: 'enterprise' });
      const grantId = verification.createGrant({ plan: 'enterprise' });
      const token = await issuer.sign(grantId);
      for (const key of [good, token]) expect((await ask(key, '203.0.113.7')).status).to.equal(200);
      const unknown = await Promise.all(Array.from({ length: 400 }, create));
      const statuses = (await Promise.all(unknown.map((key) => ask(key, '203.0.113.7')))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).to.have.length(120);
      expect(statuses.filter((status) => status === 429)).to.have.length(280);
      const asked = verification.verified.filter((value) => value !== good && value !== grantId);
      expect(asked.length).to.be.at.most(maxLookUps);
      for (const key of [good, token]) expect((await ask(key, '203.0.113.7')).status).to.equal(200);
      expect((await ask(await create(), '203.0.113.8')).status).to.equal(401);
    });
  }

  it('accepts 400 valid keys that arrive simultaneously from one address', async () => {
    const { verification } = gateway();
    const keys = Array.from({ length: 400 }, (_, index) =>
      verification.createKey(['admin'], { workspaceId: `ws_${index}` }),
    );
    const replies = await Promise.all(keys.map((key) => ask(key, '203.0.113.7')));
    expect(replies.filter(({ status }) => status !== 200)).to.deep.equal([]);
  });

  it('does not count requests with a valid key', async () => {
    for (let index = 0; index < 130; index += 1) {
      const key = gateway().verification.createKey(['admin'], { workspaceId: `ws_${index}` });
      expect((await ask(key, '203.0.113.7')).status).to.equal(200);
    }
    const stranger = await ask(createToken('pl_live_'), '203.0.113.7');
    expect(stranger.headers).to.include({ 'x-ratelimit-remaining': '119' });
  });

  const networks: [title: string, first: string, second: string, isOne: boolean][] = [
    ['two addresses of one IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['two spellings of one IPv6 address', '2001:DB8:0:0:0:0:0:1', '2001:db8::1', true],
    ['an IPv4 address and the same mapped into IPv6', '203.0.113.7', '::ffff:203.0.113.7', true],
    ['two IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['two IPv4 addresses', '203.0.113.7', '203.0.113.8', false],
  ];
  for (const [title, first, second, isOne] of networks) {
    it(`counts ${title} ${isOne ? 'together' : 'separately'}`, async () => {
      await ask('', first);
      const { headers } = await ask('', second);
      expect(headers['x-ratelimit-remaining']).to.equal(isOne ? '118' : '119');
    });
  }
});
