import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

const feed = '/feeds/token_1.xml';
const download = '/downloads/token_1';

const answerFile =
  (status: number, headers: Record<string, string>, body = '') =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };

describe('gateway feeds, downloads and calendars', () => {
  const gateway = useFixturePerTest(startGatewayFixture);

  it('have the bytes, type, name, ETag and time that the transfer service sends', async () => {
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=leads.csv',
      'cache-control': 'private, max-age=60',
      'accept-ranges': 'bytes',
      'last-modified': 'Sun, 22 Nov 2026 10:00:00 GMT',
      etag: '"1"',
    };
    gateway().stub.answer = answerFile(200, headers, 'a,b\n');
    const reply = await sendRequest(`${gateway().auth}${download}?x=1`);
    expect([reply.status, reply.text]).to.deep.equal([200, 'a,b\n']);
    expect(reply.headers).to.include(headers);
    expect(gateway().stub.last.url).to.equal(`${download}?x=1`);
  });

  it('are forwarded unchanged when they are JSON, without an envelope', async () => {
    gateway().stub.answer = answerFile(200, { 'content-type': 'application/json' }, '[1]');
    expect((await sendRequest(`${gateway().auth}/feeds/token_1.json`)).text).to.equal('[1]');
    expect((await sendRequest(`${gateway().auth}/calendars/token_1.ics`)).text).to.equal('[1]');
  });

  it('forward conditional and range requests, and the responses to them', async () => {
    gateway().stub.answer = answerFile(304, { etag: '"1"' });
    const known = await sendRequest(`${gateway().auth}${feed}`, { headers: { 'if-none-match': '"1"' } });
    expect([known.status, known.headers.etag]).to.deep.equal([304, '"1"']);
    gateway().stub.answer = answerFile(206, { 'content-type': 'text/csv', 'content-range': 'bytes 0-1/4' }, 'a,');
    const part = await sendRequest(`${gateway().auth}${download}`, {
      headers: { range: 'bytes=0-1', 'if-range': '"1"' },
    });
    expect([part.status, part.text, part.headers['content-range']]).to.deep.equal([206, 'a,', 'bytes 0-1/4']);
    expect(gateway().stub.last.headers).to.include({ range: 'bytes=0-1', 'if-range': '"1"' });
    gateway().stub.answer = answerFile(416, { 'content-range': 'bytes */4', 'content-length': '0' });
    const beyond = await sendRequest(`${gateway().auth}${download}`, { headers: { range: 'bytes=9-' } });
    expect([beyond.status, beyond.headers['content-range']]).to.deep.equal([416, 'bytes */4']);
  });

  it('answer HEAD with headers only', async () => {
    gateway().stub.answer = answerFile(200, { 'content-type': 'text/csv', 'content-length': '4', etag: '"1"' });
    const reply = await sendRequest(`${gateway().auth}${download}`, { method: 'HEAD' });
    expect([reply.status, reply.text]).to.deep.equal([200, '']);
    expect(reply.headers).to.include({ 'content-length': '4', etag: '"1"' });
  });

  it('drop cookies, credentials and internal headers in both directions', async () => {
    gateway().stub.answer = answerFile(200, {
      'content-type': 'text/csv',
      'set-cookie': 'a=b',
      'x-plotline-meta': '{}',
      'access-control-allow-origin': 'https://example.com',
    });
    const headers = { cookie: 'a=b', authorization: 'Bearer x', 'x-plotline-caller': 'forged' };
    const reply = await sendRequest(`${gateway().auth}${download}`, { headers });
    expect(reply.headers).to.not.include.any.keys('set-cookie', 'x-plotline-meta', 'access-control-allow-origin');
    expect(gateway().stub.last.headers).to.not.include.any.keys('cookie', 'authorization', 'x-plotline-caller');
  });

  it("can't run code in a browser or make it send a referrer", async () => {
    gateway().stub.answer = answerFile(200, { 'content-type': 'text/xml' }, '<a/>');
    const { headers } = await sendRequest(`${gateway().auth}${feed}`);
    expect(headers['content-security-policy']).to.match(/default-src 'none'.*sandbox/);
    expect(headers).to.include({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
  });

  it('can be read by pages from any origin when they are feeds, but not when they are downloads', async () => {
    const origin = { origin: 'https://portal.example' };
    gateway().stub.answer = answerFile(200, { 'content-type': 'text/xml' }, '<a/>');
    const read = async (path: string, options = {}) => {
      const { status, headers } = await sendRequest(`${gateway().auth}${path}`, { headers: origin, ...options });
      return [status, headers['access-control-allow-origin']];
    };
    expect(await read(feed)).to.deep.equal([200, '*']);
    expect(await read(download)).to.deep.equal([200, undefined]);
    const headers = { ...origin, 'access-control-request-method': 'GET' };
    expect(await read(feed, { method: 'OPTIONS', headers })).to.deep.equal([204, '*']);
    expect(await read(download, { method: 'OPTIONS', headers })).to.deep.equal([405, undefined]);
  });

  for (const path of [
    '/feeds/../v1/leads',
    '/feeds/%2e%2e/metrics',
    '/downloads//metrics',
    '/feeds/a\\b',
    '/downloads/./a',
    '/feeds',
    '/FEEDS/a.xml',
    '/feeds/',
    '/feeds/a/b.xml',
    '/feeds/a.xml/',
    '/downloads/',
    '/downloads/a/b',
    '/downloads/a/',
  ]) {
    it(`are not served at ${path}, which gets an error in the envelope`, async () => {
      const { hostname, port } = new URL(gateway().auth);
      const outgoing = request({ hostname, port, path, agent: false }).end();
      const [response] = await once(outgoing, 'response');
      expect(response.statusCode).to.equal(404);
      expect(await json(response))
        .to.deep.include({ success: false })
        .and.to.have.nested.property('error.code', 'NOT_FOUND');
      expect(gateway().stub.received.map(({ url }) => url)).to.deep.equal([]);
    });
  }

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    it(`refuse ${method}`, async () => {
      const reply = await sendRequest(`${gateway().auth}${download}`, { method });
      expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
      expect(gateway().stub.received).to.deep.equal([]);
    });
  }

  it('refuse a request body', async () => {
    const reply = await sendRequest(`${gateway().auth}${download}`, { body: 'a', headers: { 'content-length': '1' } });
    expect(reply.status).to.equal(400);
  });

  it('are not served on the API hosts', async () => {
    expect((await sendRequest(`${gateway().live}${feed}`)).status).to.equal(401);
    expect(gateway().stub.received).to.deep.equal([]);
  });

  for (const status of [404, 503]) {
    it(`are refused with the transfer service's response and the status ${status}`, async () => {
      const problem = JSON.stringify({ success: false, error: { code: 'X', message: 'No.' } });
      gateway().stub.answer = answerFile(status, { 'content-type': 'application/json' }, problem);
      const reply = await sendRequest(`${gateway().auth}${download}`);
      expect([reply.status, reply.text]).to.deep.equal([status, problem]);
    });
  }

  it('reveal nothing about a failure in the transfer service', async () => {
    gateway().stub.answer = answerFile(500, { 'content-type': 'text/plain' }, 'the password is hunter2');
    const reply = await sendRequest(`${gateway().auth}${download}`);
    expect(reply.status).to.equal(500);
    expect(reply.text).to.not.include('hunter2');
  });
});

describe('gateway feeds and downloads for one address', () => {
  const gateway = useFixturePerTest(() => startGatewayFixture({}, { LIMITS_FACTOR: '1' }));

  it("count against the address's limit", async () => {
    gateway().stub.answer = answerFile(200, { 'content-type': 'text/xml' }, '<a/>');
    const statuses = new Set<number>();
    for (let count = 0; count < 121; count += 1) statuses.add((await sendRequest(`${gateway().auth}${feed}`)).status);
    expect([...statuses]).to.deep.equal([200, 429]);
  });
});
