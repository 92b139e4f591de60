import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
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

describe('gateway feeds and downloads', () => {
  const gateway = useFixturePerTest(startGatewayFixture);

  it('are those of the transfer service: bytes, type, name, tag and time', async () => {
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

  it('are passed on as they are when they are JSON, without an envelope', async () => {
    gateway().stub.answer = answerFile(200, { 'content-type': 'application/json' }, '[1]');
    expect((await sendRequest(`${gateway().auth}/feeds/token_1.json`)).text).to.equal('[1]');
  });

  it('pass conditions and ranges on, and their answers', async () => {
    gateway().stub.answer = answerFile(304, { etag: '"1"' });
    const known = await sendRequest(`${gateway().auth}${feed}`, { headers: { 'if-none-match': '"1"' } });
    expect([known.status, known.headers.etag]).to.deep.equal([304, '"1"']);
    gateway().stub.answer = answerFile(206, { 'content-type': 'text/csv', 'content-range': 'bytes 0-1/4' }, 'a,');
    const part = await sendRequest(`${gateway().auth}${download}`, {
      headers: { range: 'bytes=0-1', 'if-range': '"1"' },
    });
    expect([part.status, part.text, part.headers['content-range']]).to.deep.equal([206, 'a,', 'bytes 0-1/4']);
    expect(gateway().stub.last.headers).to.include({ range: 'bytes=0-1', 'if-range': '"1"' });
    const problem = JSON.stringify({ code: 'BAD_REQUEST', message: 'No such range.' });
    const headers = { 'content-type': 'application/json', 'content-range': 'bytes */4' };
    gateway().stub.answer = answerFile(416, headers, problem);
    const beyond = await sendRequest(`${gateway().auth}${download}`, { headers: { range: 'bytes=9-' } });
    expect([beyond.status, beyond.headers['content-range']]).to.deep.equal([416, 'bytes */4']);
    expect(beyond.json).to.have.nested.property('error.message', 'No such range.');
  });

  it('answer HEAD with the headers alone', async () => {
    gateway().stub.answer = answerFile(200, { 'content-type': 'text/csv', 'content-length': '4', etag: '"1"' });
    const reply = await sendRequest(`${gateway().auth}${download}`, { method: 'HEAD' });
    expect([reply.status, reply.text]).to.deep.equal([200, '']);
    expect(reply.headers).to.include({ 'content-length': '4', etag: '"1"' });
  });

  it('pass no cookie and no credential in either direction, and no internal header', async () => {
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

  it('can run nothing in the browser that shows them, and send nobody their address', async () => {
    gateway().stub.answer = answerFile(200, { 'content-type': 'text/xml' }, '<a/>');
    const { headers } = await sendRequest(`${gateway().auth}${feed}`);
    expect(headers['content-security-policy']).to.match(/default-src 'none'.*sandbox/);
    expect(headers).to.include({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' });
  });

  it('may be read by pages of any origin when they are feeds, and not when they are downloads', async () => {
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
  ]) {
    it(`are not asked for by ${path}`, async () => {
      const { hostname, port } = new URL(gateway().auth);
      const outgoing = request({ hostname, port, path, agent: false }).end();
      const [response] = await once(outgoing, 'response');
      response.resume();
      expect(response.statusCode).to.equal(404);
      expect(gateway().stub.received.map(({ url }) => url)).to.deep.equal([]);
    });
  }

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    it(`take no ${method}`, async () => {
      const reply = await sendRequest(`${gateway().auth}${download}`, { method });
      expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
      expect(gateway().stub.received).to.deep.equal([]);
    });
  }

  it('take no body', async () => {
    const reply = await sendRequest(`${gateway().auth}${download}`, { body: 'a', headers: { 'content-length': '1' } });
    expect(reply.status).to.equal(400);
  });

  it('are not to be had on the hosts of the API', async () => {
    expect((await sendRequest(`${gateway().live}${feed}`)).status).to.equal(401);
    expect(gateway().stub.received).to.deep.equal([]);
  });

  it('that fail in the transfer service reveal nothing', async () => {
    gateway().stub.answer = answerFile(500, { 'content-type': 'text/plain' }, 'the password is hunter2');
    const reply = await sendRequest(`${gateway().auth}${download}`);
    expect(reply.status).to.equal(500);
    expect(reply.text).to.not.include('hunter2');
  });
});

describe('gateway feeds and downloads of one address', () => {
  const gateway = useFixturePerTest(() => startGatewayFixture({}, { LIMITS_FACTOR: '1' }));

  it('count against its limit', async () => {
    gateway().stub.answer = answerFile(200, { 'content-type': 'text/xml' }, '<a/>');
    const statuses = new Set<number>();
    for (let count = 0; count < 121; count += 1) statuses.add((await sendRequest(`${gateway().auth}${feed}`)).status);
    expect([...statuses]).to.deep.equal([200, 429]);
  });
});

describe('gateway files that take long', () => {
  const gateway = useFixturePerTest(async () => {
    const fixture = await startGatewayFixture();
    Object.assign(fixture.context.transfers.limits, { lookIntervalMs: 50 });
    return fixture;
  });
  const isOver = ({ downloads, publicDownloads }: ReturnType<typeof gateway>['context']['transfers']) =>
    eventually(() => expect([downloads.held, publicDownloads.held]).to.deep.equal([0, 0]));

  const places = [
    ['a download', () => ({ url: `${gateway().auth}${download}` })],
    [
      'an answer of the API',
      () => ({
        url: `${gateway().live}/v1/imports/imp_1/errors`,
        key: gateway().verification.createKey(['write:leads']),
      }),
    ],
  ] as const;

  for (const [title, place] of places) {
    const open = () => {
      const { url, key }: { readonly url: string; readonly key?: string } = place();
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
      return request(url, { agent: false, headers })
        .on('error', () => undefined)
        .end();
    };

    it(`may last longer than a request while their bytes pass: ${title}`, async () => {
      let rest = 30;
      gateway().stub.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        const timer = setInterval(() => {
          response.write('a,b\n');
          rest -= 1;
          if (rest > 0) return;
          clearInterval(timer);
          response.end();
        }, 50);
      };
      const { url, key }: { readonly url: string; readonly key?: string } = place();
      const reply = await gateway().withBudget(500, () => sendRequest(url, key === undefined ? {} : { key }));
      expect([reply.status, reply.text]).to.deep.equal([200, 'a,b\n'.repeat(30)]);
      await isOver(gateway().context.transfers);
    });

    it(`are cut when the service does not go on, and are not taken for whole: ${title}`, async () => {
      Object.assign(gateway().context.transfers.limits, { maxPauseMs: 300 });
      let isAborted = false;
      gateway().stub.answer = (_request, response) => {
        response.once('close', () => {
          isAborted = true;
        });
        response.writeHead(200, { 'content-type': 'text/csv' });
        response.write('x'.repeat(70_000));
        response.write('x'.repeat(70_000));
      };
      const [response] = await once(open(), 'response');
      const failure = await once(response.resume(), 'end').catch((error: Error) => error);
      expect(failure).to.have.property('code', 'ECONNRESET');
      await eventually(() => expect(isAborted).to.equal(true));
      await isOver(gateway().context.transfers);
    });

    it(`are cut when the client reads too slowly, and the service is read no further: ${title}`, async () => {
      Object.assign(gateway().context.transfers.limits, { maxPauseMs: 500 });
      let written = 0;
      let isAborted = false;
      gateway().stub.answer = (_request, response) => {
        response.once('close', () => {
          isAborted = true;
        });
        response.writeHead(200, { 'content-type': 'text/csv' });
        const more = () => {
          while (!isAborted && written < 500 && response.write(Buffer.alloc(1_000_000))) written += 1;
        };
        response.on('drain', () => {
          written += 1;
          more();
        });
        more();
      };
      const [response] = await once(open(), 'response');
      response.on('error', () => undefined).pause();
      await eventually(() => expect(isAborted).to.equal(true));
      expect(written).to.be.below(100);
      await isOver(gateway().context.transfers);
    });

    it(`are limited in number: ${title}`, async () => {
      gateway().stub.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        response.write('x'.repeat(70_000));
        response.write('x'.repeat(70_000));
      };
      const { downloads, publicDownloads } = gateway().context.transfers;
      const responses: IncomingMessage[] = [];
      const opened = Array.from({ length: 12 }, () => open().on('response', (one) => responses.push(one)));
      await eventually(() => expect(responses).to.have.length(12));
      const refused = responses.filter(({ statusCode }) => statusCode === 429);
      expect(refused).to.have.length(title === 'a download' ? 4 : 8);
      expect(refused[0]?.headers).to.include({ 'retry-after': '5' });
      expect(downloads.held + publicDownloads.held).to.equal(12 - refused.length);
      for (const outgoing of opened) outgoing.destroy();
      await isOver(gateway().context.transfers);
    });
  }
});
