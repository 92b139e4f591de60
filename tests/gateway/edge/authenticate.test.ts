import { createToken } from '@plotline/kit/checksummed-token';
import { unavailable } from '@plotline/kit/errors';
import { expect } from 'chai';
import { ask, askRaw } from '../ask.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';

const basic = (user: string, password = '') => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** The key with its last character of checksum changed: what a typing error makes of it. */
const mistyped = (key: string) => `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;

describe('gateway: who calls', () => {
  let gateway: GatewayFixture;
  before(async () => {
    gateway = await startGatewayFixture();
  });
  after(() => gateway.stop());
  beforeEach(() => {
    gateway.stub.reset();
    gateway.verification.asked.length = 0;
    gateway.verification.before = async () => undefined;
  });

  const unasked: Record<string, () => string | undefined> = {
    'no credential': () => undefined,
    'an unknown scheme': () => 'Digest abc',
    'Bearer without a key': () => 'Bearer ',
    'what is no key': () => 'Bearer hello',
    'a mistyped key': () => `Bearer ${mistyped(gateway.verification.make(['admin']))}`,
    'a test key on the live host': () => `Bearer ${gateway.verification.make(['admin'], { mode: 'sandbox' })}`,
    'Basic with a password': () => basic(gateway.verification.make(['admin']), 'password'),
  };
  for (const [name, authorization] of Object.entries(unasked)) {
    it(`refuses ${name} with 401 and asks nobody`, async () => {
      const value = authorization();
      const reply = await ask(`${gateway.live}/v1/leads`, {
        headers: value === undefined ? {} : { authorization: value },
      });
      expect(reply.status).to.equal(401);
      expect(reply.headers['www-authenticate']).to.equal('Bearer');
      expect(reply.json).to.have.nested.property('error.code', 'UNAUTHORIZED');
      expect(gateway.verification.asked).to.deep.equal([]);
      expect(gateway.stub.received).to.deep.equal([]);
    });
  }

  it('refuses two Authorization headers with 400, whichever of them is good', async () => {
    const good = `Bearer ${gateway.verification.make(['admin'])}`;
    for (const pair of [
      [good, 'Bearer other'],
      ['Bearer other', good],
      [good, good],
    ]) {
      const lines = pair.map((value) => `authorization: ${value}`);
      const raw = await askRaw(
        gateway.live,
        ['GET /v1/leads/1 HTTP/1.1', 'Host: x', ...lines, 'Connection: close', '', ''].join('\r\n'),
      );
      expect(raw)
        .to.match(/^HTTP\/1\.1 400 /)
        .and.match(/"BAD_REQUEST"/);
    }
    expect(gateway.stub.received).to.deep.equal([]);
  });

  it('refuses a live key on the sandbox host and takes a test key there', async () => {
    const live = gateway.verification.make(['admin']);
    const test = gateway.verification.make(['admin'], { mode: 'sandbox' });
    expect((await ask(`${gateway.sandbox}/v1/leads/1`, { key: live })).status).to.equal(401);
    expect((await ask(`${gateway.sandbox}/v1/leads/1`, { key: test })).status).to.equal(200);
  });

  it('takes the mode from the port, whatever the Host header says', async () => {
    const test = gateway.verification.make(['admin'], { mode: 'sandbox' });
    const headers = { host: 'sandbox.example.com' };
    expect((await ask(`${gateway.live}/v1/leads/1`, { key: test, headers })).status).to.equal(401);
  });

  it('refuses a well-formed key that the auth service does not know, and remembers that for a while', async () => {
    const key = createToken('pl_live_');
    for (let time = 0; time < 3; time += 1) {
      expect((await ask(`${gateway.live}/v1/leads/1`, { key })).status).to.equal(401);
    }
    expect(gateway.verification.asked).to.have.length(1);
  });

  it('refuses a key from the moment it expires', async () => {
    const late = gateway.verification.make(['admin'], { expiresAt: Date.now() - 1 });
    const valid = gateway.verification.make(['admin'], { expiresAt: Date.now() + 60_000 });
    expect((await ask(`${gateway.live}/v1/leads/1`, { key: late })).status).to.equal(401);
    expect((await ask(`${gateway.live}/v1/leads/1`, { key: valid })).status).to.equal(200);
  });

  it('takes a key as the user name of Basic, and says that this is deprecated', async () => {
    const key = gateway.verification.make(['admin']);
    const reply = await ask(`${gateway.live}/v1/leads/1`, { headers: { authorization: basic(key) } });
    expect(reply.status).to.equal(200);
    expect(reply.headers.deprecation).to.match(/^@\d+$/);
    expect(Date.parse(String(reply.headers.sunset))).to.be.greaterThan(0);
    const bearer = await ask(`${gateway.live}/v1/leads/1`, { key });
    expect(bearer.headers).not.to.have.any.keys('deprecation', 'sunset');
  });

  it('answers 503 with Retry-After when nobody can say who a key is', async () => {
    gateway.verification.before = () => Promise.reject(unavailable('away'));
    const reply = await ask(`${gateway.live}/v1/leads/1`, { key: gateway.verification.make(['admin']) });
    expect(reply.status).to.equal(503);
    expect(Number(reply.headers['retry-after'])).to.be.greaterThan(0);
    expect(reply.json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE');
  });

  it('answers 401 before it says whether a path exists', async () => {
    for (const path of ['/', '/v1/leads/1', '/v1/nothing', '/metrics']) {
      expect((await ask(`${gateway.live}${path}`)).status, path).to.equal(401);
    }
  });
});
