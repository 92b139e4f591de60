import { unavailable } from '@plotline/kit/core/errors';
import { createToken } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRawRequest, sendRequest } from '../support/http-client.js';

const basic = (user: string, password = '') => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Key whose checksum ends with a wrong character, as after a typing error. */
const mistyped = (key: string) => `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;

describe('gateway authentication', () => {
  const gateway = useFixture(startGatewayFixture);
  beforeEach(() => {
    gateway().stub.reset();
    gateway().verification.verified.length = 0;
    gateway().verification.beforeAnswer = async () => undefined;
  });

  const refusedLocally: Record<string, () => string | undefined> = {
    'a request without a credential': () => undefined,
    'an unknown scheme': () => 'Digest abc',
    'Bearer without a key': () => 'Bearer ',
    'a token that is not a key': () => 'Bearer hello',
    'a mistyped key': () => `Bearer ${mistyped(gateway().verification.createKey(['admin']))}`,
    'a test key on the live host': () => `Bearer ${gateway().verification.createKey(['admin'], { mode: 'sandbox' })}`,
    'Basic with a password': () => basic(gateway().verification.createKey(['admin']), 'password'),
  };
  for (const [name, authorization] of Object.entries(refusedLocally)) {
    it(`refuses ${name} with 401 without a call to the auth service`, async () => {
      const value = authorization();
      const reply = await sendRequest(`${gateway().live}/v1/leads`, {
        headers: value === undefined ? {} : { authorization: value },
      });
      expect(reply.status).to.equal(401);
      expect(reply.headers['www-authenticate']).to.equal('Bearer');
      expect(reply.json).to.have.nested.property('error.code', 'UNAUTHORIZED');
      expect(gateway().verification.verified).to.deep.equal([]);
      expect(gateway().stub.received).to.deep.equal([]);
    });
  }

  it('refuses two Authorization headers with 400, even if one is valid', async () => {
    const good = `Bearer ${gateway().verification.createKey(['admin'])}`;
    for (const pair of [
      [good, 'Bearer other'],
      ['Bearer other', good],
      [good, good],
    ]) {
      const lines = pair.map((value) => `authorization: ${value}`);
      const raw = await sendRawRequest(
        gateway().live,
        ['GET /v1/leads/1 HTTP/1.1', 'Host: x', ...lines, 'Connection: close', '', ''].join('\r\n'),
      );
      expect(raw)
        .to.match(/^HTTP\/1\.1 400 /)
        .and.match(/"BAD_REQUEST"/);
    }
    expect(gateway().stub.received).to.deep.equal([]);
  });

  it('refuses a live key on the sandbox host and accepts a test key there', async () => {
    const live = gateway().verification.createKey(['admin']);
    const test = gateway().verification.createKey(['admin'], { mode: 'sandbox' });
    expect((await sendRequest(`${gateway().sandbox}/v1/leads/1`, { key: live })).status).to.equal(401);
    expect((await sendRequest(`${gateway().sandbox}/v1/leads/1`, { key: test })).status).to.equal(200);
  });

  it('determines the mode by the port, not by the Host header', async () => {
    const test = gateway().verification.createKey(['admin'], { mode: 'sandbox' });
    const headers = { host: 'sandbox.example.com' };
    expect((await sendRequest(`${gateway().live}/v1/leads/1`, { key: test, headers })).status).to.equal(401);
  });

  it('refuses an unknown key, and caches the result', async () => {
    const key = createToken('pl_live_');
    for (let time = 0; time < 3; time += 1) {
      expect((await sendRequest(`${gateway().live}/v1/leads/1`, { key })).status).to.equal(401);
    }
    expect(gateway().verification.verified).to.have.length(1);
  });

  it('refuses a key that has expired', async () => {
    const late = gateway().verification.createKey(['admin'], { expiresAt: Date.now() - 1 });
    const valid = gateway().verification.createKey(['admin'], { expiresAt: Date.now() + 60_000 });
    expect((await sendRequest(`${gateway().live}/v1/leads/1`, { key: late })).status).to.equal(401);
    expect((await sendRequest(`${gateway().live}/v1/leads/1`, { key: valid })).status).to.equal(200);
  });

  it('accepts a key as the user name in Basic authentication, with Deprecation and Sunset headers', async () => {
    const key = gateway().verification.createKey(['admin']);
    const reply = await sendRequest(`${gateway().live}/v1/leads/1`, { headers: { authorization: basic(key) } });
    expect(reply.status).to.equal(200);
    expect(reply.headers.deprecation).to.match(/^@\d+$/);
    expect(Date.parse(String(reply.headers.sunset))).to.be.greaterThan(0);
    const bearer = await sendRequest(`${gateway().live}/v1/leads/1`, { key });
    expect(bearer.headers).to.not.have.any.keys('deprecation', 'sunset');
  });

  it('answers 503 with Retry-After when the auth service is unavailable', async () => {
    gateway().verification.beforeAnswer = () => Promise.reject(unavailable('away'));
    const reply = await sendRequest(`${gateway().live}/v1/leads/1`, {
      key: gateway().verification.createKey(['admin']),
    });
    expect(reply.status).to.equal(503);
    expect(Number(reply.headers['retry-after'])).to.be.greaterThan(0);
    expect(reply.json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE');
  });

  it('answers 503 at the deadline when many unknown credentials wait for a slow check', async () => {
    gateway().verification.beforeAnswer = () => new Promise(() => undefined);
    const keys = Array.from({ length: 10 }, () => gateway().verification.createKey(['admin']));
    const replies = await gateway().withBudget(300, () =>
      Promise.all(keys.map((key) => sendRequest(`${gateway().live}/v1/leads/1`, { key }))),
    );
    for (const { status, headers } of replies) {
      expect(status).to.equal(503);
      expect(Number(headers['retry-after'])).to.be.greaterThan(0);
    }
  });

  it('answers 401 to every known or unknown path without a credential', async () => {
    for (const path of ['/v1/leads/1', '/v1/nothing', '/metrics']) {
      expect((await sendRequest(`${gateway().live}${path}`)).status, path).to.equal(401);
    }
  });
});
