import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { Clock } from '../support/clock.js';
import { type GatewayFixture, startGatewayFixture } from '../support/gateway-fixture.js';
import { type Reply, sendRequest } from '../support/http-client.js';

/** Accept headers of Chromium and Firefox for a page. */
const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

function expectPage({ headers, text }: Reply): void {
  expect(headers).to.include({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(headers['content-security-policy']).to.match(/^default-src 'none';/);
  expect(headers.vary).to.equal('Accept');
  expect(headers['retry-after']).to.match(/^\d+$/);
  expect(Number(headers['content-length'])).to.equal(Buffer.byteLength(text));
  expect(text)
    .to.match(/^<!doctype html>/)
    .and.to.include(`Please try again in ${headers['retry-after']} second`);
  expect(text).to.not.match(/<(script|style|link|img|form)|127\.0\.0\.1/);
}

describe("gateway's error responses to page requests on the auth host", () => {
  const gateway = useFixture(() => startGatewayFixture({}, { AUTH_URL: 'http://127.0.0.1:1' }));
  const ask = (path: string, accept?: string, method = 'GET') =>
    sendRequest(gateway().auth + path, { method, headers: accept === undefined ? {} : { accept } });

  for (const path of ['/auth/sign-in', '/auth/sign-in?return_to=x', '/oauth/authorize?client_id=1']) {
    for (const method of ['GET', 'POST']) {
      it(`are a page for a browser's ${method} ${path} while the auth service is down`, async () => {
        const reply = await ask(path, ofBrowser, method);
        expect(reply.status).to.equal(503);
        expectPage(reply);
        expect(reply.text).to.include("<h1>We can't answer right now</h1>");
      });
    }
  }

  it('have the same headers for HEAD', async () => {
    const [page, head] = [await ask('/auth/sign-in', ofBrowser), await ask('/auth/sign-in', ofBrowser, 'HEAD')];
    expect([head.status, head.text]).to.deep.equal([503, '']);
    for (const name of ['content-type', 'content-length', 'content-security-policy', 'vary'])
      expect(head.headers[name], name).to.equal(page.headers[name]);
  });

  const ofPrograms = [
    undefined,
    '*/*',
    'application/json',
    'application/json, text/html;q=0.9',
    'text/*;q=0, */*',
    'x',
  ];
  for (const accept of ofPrograms) {
    it(`are JSON with Vary: Accept for a client that accepts ${accept ?? 'nothing in particular'}`, async () => {
      const envelope = await ask('/auth/session', accept, 'POST');
      expect(envelope.headers).to.include({ 'content-type': 'application/json', vary: 'Accept' });
      expect(envelope.json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE');
      expect((await ask('/oauth/authorize', accept)).json).to.include({ error: 'temporarily_unavailable' });
    });
  }

  it('are JSON for paths without pages, and for methods that only programs use', async () => {
    for (const path of ['/oauth/token', '/.well-known/jwks.json'])
      expect((await ask(path, ofBrowser)).headers, path).to.include({ 'content-type': 'application/json' });
    expect((await ask('/oauth/token', ofBrowser, 'POST')).json).to.include({ error: 'temporarily_unavailable' });
    expect((await ask('/auth/session', ofBrowser, 'DELETE')).json).to.have.nested.property('error.code');
  });

  it('are JSON for invalid requests', async () => {
    const reply = await ask('/auth/a%2fb', ofBrowser);
    expect(reply.status).to.equal(404);
    expect(reply.json).to.have.nested.property('error.code', 'NOT_FOUND');
  });
});

describe("gateway's error responses to a browser with too many requests to the auth host", () => {
  const gateway = useFixture<GatewayFixture>(() =>
    startGatewayFixture({ rateLimitsNow: new Clock().now }, { LIMITS_FACTOR: '1', TRUSTED_PROXIES: 'loopback' }),
  );

  it('are a page with status 429 and Retry-After', async () => {
    const headers = { accept: ofBrowser, 'x-forwarded-for': '203.0.113.9' };
    let reply = await sendRequest(`${gateway().auth}/auth/sign-in`, { headers });
    for (let count = 0; reply.status === 200 && count < 1_000; count += 1)
      reply = await sendRequest(`${gateway().auth}/auth/sign-in`, { headers });
    expect(reply.status).to.equal(429);
    expectPage(reply);
    expect(reply.text).to.include('<h1>Too many requests</h1>');
  });
});
