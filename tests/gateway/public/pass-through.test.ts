import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRawRequest, sendRequest } from '../support/http-client.js';
import { answerJson } from '../support/stub-service.js';

describe('gateway pass-through to the authorization server', () => {
  const gateway = useFixture(startGatewayFixture);
  beforeEach(() => gateway().stub.reset());

  it('passes requests and responses through unchanged, including cookies and redirects', async () => {
    gateway().stub.answer = (_request, response) =>
      response
        .writeHead(303, { location: '/auth/login?x=1', 'set-cookie': ['a=1; HttpOnly', 'b=2'], 'x-own': 'c' })
        .end('bye');
    const reply = await sendRequest(`${gateway().auth}/oauth/authorize?client_id=1&state=%20x`, {
      method: 'POST',
      body: 'a=b',
      headers: { cookie: 'sid=1', authorization: 'Basic eDp5', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(gateway().stub.last).to.include({
      method: 'POST',
      url: '/oauth/authorize?client_id=1&state=%20x',
      body: 'a=b',
    });
    expect(gateway().stub.last.headers).to.include({ cookie: 'sid=1', authorization: 'Basic eDp5' });
    expect(reply).to.include({ status: 303, text: 'bye' });
    expect(reply.headers).to.deep.include({
      location: '/auth/login?x=1',
      'set-cookie': ['a=1; HttpOnly', 'b=2'],
      'x-own': 'c',
    });
  });

  it('drops internal headers in both directions', async () => {
    gateway().stub.answer = (_request, response) => response.writeHead(200, { 'x-plotline-meta': '{}' }).end();
    const reply = await sendRequest(`${gateway().auth}/auth/session`, { headers: { 'X-Plotline-Caller': 'forged' } });
    expect(gateway().stub.last.headers).to.not.have.property('x-plotline-caller');
    expect(reply.headers).to.not.have.property('x-plotline-meta');
  });

  const internalPaths = [
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
  for (const path of internalPaths) {
    it(`answers 404 to ${path}, which is not public`, async () => {
      const raw = await sendRawRequest(gateway().auth, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(raw).to.match(/^HTTP\/1\.1 404 /);
      expect(gateway().stub.received).to.deep.equal([]);
    });
  }

  it('answers 200 concurrent requests over 64 connections', async () => {
    const held: (() => void)[] = [];
    gateway().stub.answer = (_request, response) => held.push(() => response.end('{}'));
    const post = () => sendRequest(`${gateway().auth}/oauth/token`, { method: 'POST', body: 'a=b' });
    const replies = Array.from({ length: 200 }, post);
    await eventually(() => expect(held).to.have.length(64));
    gateway().stub.answer = answerJson(200, '{}');
    for (const release of held) release();
    expect((await Promise.all(replies)).map(({ status }) => status)).to.deep.equal(replies.map(() => 200));
  });

  it('refuses a body over 65,536 bytes', async () => {
    const reply = await sendRequest(`${gateway().auth}/oauth/token`, { method: 'POST', body: 'a'.repeat(65_537) });
    expect(reply.status).to.equal(413);
    expect(reply.json).to.include({ success: false, error: 'invalid_request' });
    expect(gateway().stub.received).to.deep.equal([]);
  });

  it('reuses its connections', async () => {
    await sendRequest(`${gateway().auth}/auth/login`);
    const { connectionCount } = gateway().stub;
    for (let time = 0; time < 5; time += 1) await sendRequest(`${gateway().auth}/auth/login`);
    expect(gateway().stub.connectionCount).to.equal(connectionCount);
  });

  it('answers 503 with Retry-After when the service does not respond by the deadline, and aborts the request', async () => {
    let closed = false;
    gateway().stub.answer = (_request, response) => {
      response.once('close', () => {
        closed = true;
      });
    };
    const reply = await gateway().withBudget(1_000, () => sendRequest(`${gateway().auth}/auth/login`));
    expect(reply.status).to.equal(503);
    expect(reply.headers['retry-after']).to.match(/^\d+$/);
    expect(reply.json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE');
    await eventually(() => expect(closed).to.equal(true));
  });

  it("answers 503 in OAuth's error format under /oauth/", async () => {
    gateway().stub.answer = (incoming) => incoming.socket.destroy();
    const reply = await sendRequest(`${gateway().auth}/oauth/token`, { method: 'POST', body: 'a=b' });
    expect(reply.status).to.equal(503);
    expect(reply.json).to.include({ success: false, error: 'temporarily_unavailable' });
    expect(reply.headers['retry-after']).to.match(/^\d+$/);
  });

  it("also uses OAuth's error format for a request target in absolute form", async () => {
    gateway().stub.answer = (incoming) => incoming.socket.destroy();
    const head = 'POST http://auth.example/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close';
    const raw = await sendRawRequest(gateway().auth, `${head}\r\n\r\n`);
    expect(raw).to.match(/^HTTP\/1\.1 503 /);
    expect(raw).to.include('"error":"temporarily_unavailable"');
  });

  it("closes the client's connection when a response breaks off", async () => {
    gateway().stub.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('x', () => response.destroy());
    };
    const error = await sendRequest(`${gateway().auth}/auth/login`).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('code', 'ECONNRESET');
  });
});

describe('gateway pass-through when the auth service is down', () => {
  it('answers 503 with Retry-After', async () => {
    const gateway = await startGatewayFixture({}, { AUTH_URL: 'http://127.0.0.1:1' });
    const reply = await sendRequest(`${gateway.auth}/auth/login`);
    expect(reply.status).to.equal(503);
    expect(reply.headers['retry-after']).to.match(/^\d+$/);
    expect(reply.text).to.not.include('127.0.0.1');
    await gateway.stop();
  });
});
