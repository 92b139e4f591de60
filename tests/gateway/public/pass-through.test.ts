import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { ask, askRaw } from '../ask.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';

describe('gateway: the host of the authorization server', () => {
  let gateway: GatewayFixture;
  before(async () => {
    gateway = await startGatewayFixture({ budget: 1_000 });
  });
  after(() => gateway.stop());
  beforeEach(() => gateway.stub.reset());

  it('passes requests and answers on as they are, cookies, redirects and errors included', async () => {
    gateway.stub.answer = (_request, response) =>
      response
        .writeHead(303, { location: '/login?x=1', 'set-cookie': ['a=1; HttpOnly', 'b=2'], 'x-own': 'c' })
        .end('bye');
    const reply = await ask(`${gateway.auth}/oauth/authorize?client_id=1&state=%20x`, {
      method: 'POST',
      body: 'a=b',
      headers: { cookie: 'sid=1', authorization: 'Basic eDp5', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(gateway.stub.last).to.include({
      method: 'POST',
      url: '/oauth/authorize?client_id=1&state=%20x',
      body: 'a=b',
    });
    expect(gateway.stub.last.headers).to.include({ cookie: 'sid=1', authorization: 'Basic eDp5' });
    expect(reply).to.include({ status: 303, text: 'bye' });
    expect(reply.headers).to.deep.include({
      location: '/login?x=1',
      'set-cookie': ['a=1; HttpOnly', 'b=2'],
      'x-own': 'c',
    });
  });

  it('drops headers of the house in both directions', async () => {
    gateway.stub.answer = (_request, response) => response.writeHead(200, { 'x-plotline-meta': '{}' }).end();
    const reply = await ask(`${gateway.auth}/auth/session`, { headers: { 'X-Plotline-Caller': 'forged' } });
    expect(gateway.stub.last.headers).not.to.have.property('x-plotline-caller');
    expect(reply.headers).not.to.have.property('x-plotline-meta');
  });

  const inner = [
    '/health',
    '/ready',
    '/metrics',
    '/METRICS',
    '/metrics/',
    '//metrics',
    '/\\metrics',
    '/v1/leads',
    '/metrics?x=1',
  ];
  for (const path of inner) {
    it(`does not open ${path} of the service to the outside`, async () => {
      const raw = await askRaw(gateway.auth, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(raw).to.match(/^HTTP\/1\.1 404 /);
      expect(gateway.stub.received).to.deep.equal([]);
    });
  }

  it('uses its connections again', async () => {
    await ask(`${gateway.auth}/login`);
    const { accepted } = gateway.stub;
    for (let time = 0; time < 5; time += 1) await ask(`${gateway.auth}/login`);
    expect(gateway.stub.accepted).to.equal(accepted);
  });

  it('answers 503 with Retry-After when the service is silent, and lets go of it', async () => {
    let closed = false;
    gateway.stub.answer = (_request, response) => {
      response.once('close', () => {
        closed = true;
      });
    };
    const reply = await ask(`${gateway.auth}/login`);
    expect(reply.status).to.equal(503);
    expect(reply.headers['retry-after']).to.match(/^\d+$/);
    expect(reply.json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE');
    await eventually(() => expect(closed).to.equal(true));
  });

  it('answers 503 in the words of OAuth under /oauth/', async () => {
    gateway.stub.answer = (incoming) => incoming.socket.destroy();
    const reply = await ask(`${gateway.auth}/oauth/token`, { method: 'POST', body: 'a=b' });
    expect(reply.status).to.equal(503);
    expect(reply.json).to.include({ success: false, error: 'temporarily_unavailable' });
    expect(reply.headers['retry-after']).to.match(/^\d+$/);
  });

  it('cuts the connection when an answer breaks off', async () => {
    gateway.stub.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('x', () => response.destroy());
    };
    const error = await ask(`${gateway.auth}/login`).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'ECONNRESET');
  });
});

describe('gateway: an auth service that is not there', () => {
  it('is a 503 with Retry-After', async () => {
    const gateway = await startGatewayFixture({}, { AUTH_URL: 'http://127.0.0.1:1' });
    const reply = await ask(`${gateway.auth}/login`);
    expect(reply.status).to.equal(503);
    expect(reply.headers['retry-after']).to.match(/^\d+$/);
    expect(reply.text).not.to.contain('127.0.0.1');
    await gateway.stop();
  });
});
