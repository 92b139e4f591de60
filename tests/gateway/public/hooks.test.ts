import type { IncomingMessage, ServerResponse } from 'node:http';
import { createToken } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

const answer = (status: number) => (_request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end('{"received":true}');
};
const newHook = () => `/hooks/stripe/${createToken('hook_live_')}`;

describe('gateway hooks', () => {
  const gateway = useFixturePerTest(() => startGatewayFixture({ rateLimitsNow: () => 0 }, { LIMITS_FACTOR: '1' }));
  const post = (path: string, body: string | Buffer = '{"id":1}', host = gateway().live) =>
    sendRequest(`${host}${path}`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': 't=1,v1=2', authorization: 'Basic dXNlcjpwYXNz' },
    });

  it('get the body as it was signed, the signature and the password, without a caller, on both API hosts', async () => {
    gateway().stub.answer = answer(200);
    const body = '{ "id":  "evt_1" }\n';
    const path = newHook();
    for (const host of [gateway().live, gateway().sandbox]) {
      const reply = await post(path, body, host);
      expect([reply.status, reply.text]).to.deep.equal([200, '{"received":true}']);
      expect(gateway().stub.last).to.deep.include({ url: path, body });
      const sent = { 'stripe-signature': 't=1,v1=2', authorization: 'Basic dXNlcjpwYXNz' };
      expect(gateway().stub.last.headers).to.include(sent);
      expect(gateway().stub.last.headers).to.not.have.any.keys('x-plotline-caller');
    }
  });

  it('refuse other methods, malformed tokens and oversized bodies without a call to the service', async () => {
    const other = await sendRequest(`${gateway().live}${newHook()}`);
    expect([other.status, other.headers['allow']]).to.deep.equal([405, 'POST']);
    for (const path of ['/hooks/', '/hooks/stripe', '/hooks/stripe/short', `${newHook()}/more`, `${newHook()}x`]) {
      expect((await post(path)).status, path).to.equal(404);
    }
    expect((await post(newHook(), Buffer.alloc(1_048_577))).status).to.equal(413);
    expect(gateway().stub.received).to.deep.equal([]);
  });

  it('are limited by token, so that a flood on one hook does not stop another', async () => {
    gateway().stub.answer = answer(200);
    const [flooded, other] = [newHook(), newHook()];
    const statuses: number[] = [];
    for (let sent = 0; sent < 605; sent += 1) statuses.push((await post(flooded)).status);
    expect(statuses.filter((status) => status === 429)).to.not.deep.equal([]);
    expect((await post(other)).status).to.equal(200);
  });

  it("count a token's wrong secret once, so that the vendor can still call its other hooks", async () => {
    gateway().stub.answer = answer(401);
    const wrong = newHook();
    for (let sent = 0; sent < 130; sent += 1) expect((await post(wrong)).status).to.equal(401);
    gateway().stub.answer = answer(200);
    expect((await post(newHook())).status).to.equal(200);
  });

  it('count refused tokens for the address, which then gets 429', async () => {
    gateway().stub.answer = answer(401);
    for (let sent = 0; sent < 120; sent += 1) expect((await post(newHook())).status).to.equal(401);
    expect((await post(newHook())).status).to.equal(429);
  });
});
