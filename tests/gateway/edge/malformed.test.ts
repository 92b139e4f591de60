import { connect } from 'node:net';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRawRequest } from '../support/http-client.js';

describe('gateway on malformed HTTP', () => {
  const gateway = useFixture(startGatewayFixture);

  const requests: [string, string, number, string][] = [
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'BAD_REQUEST'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', 400, 'BAD_REQUEST'],
    ['headers that are too large', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'BAD_REQUEST'],
    ['a request line that is too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'BAD_REQUEST'],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'BAD_REQUEST',
    ],
    ['two Hosts', 'GET /v1/leads HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
    ['a missing Host', 'GET /v1/leads HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    [
      'an expectation of another kind',
      'GET /v1/leads HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      401,
      'UNAUTHORIZED',
    ],
    [
      'an upgrade',
      'GET /v1/leads HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: close, Upgrade\r\n\r\n',
      401,
      'UNAUTHORIZED',
    ],
  ];
  for (const [name, text, status, code] of requests) {
    it(`answers ${name} with ${status} in the error envelope`, async () => {
      for (const url of [gateway().live, gateway().sandbox]) {
        const [head = '', body = ''] = (await sendRawRequest(url, text)).split('\r\n\r\n');
        expect(head).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
        expect(head.toLowerCase()).to.include('x-request-id: req_').and.to.contain('content-type: application/json');
        expect(JSON.parse(body)).to.have.nested.property('error.code', code);
      }
    });
  }

  it('lets pages from any origin read the error for an unparsable request on the API hosts', async () => {
    const large = `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
    for (const url of [gateway().live, gateway().sandbox]) {
      const answer = (await sendRawRequest(url, large)).toLowerCase();
      expect(answer).to.include('http/1.1 431').and.to.include('access-control-allow-origin: *');
      expect(answer).to.include('access-control-expose-headers: x-ratelimit-limit');
    }
    expect((await sendRawRequest(gateway().auth, large)).toLowerCase()).to.not.include('access-control');
  });

  it('answers once when a refused request also has a malformed body', async () => {
    const head = 'POST /v1/leads HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked';
    for (let time = 0; time < 10; time += 1) {
      const answer = await sendRawRequest(gateway().live, `${head}\r\n\r\nnot a chunk\r\n`);
      expect(answer.match(/HTTP\/1\.1 /g)).to.have.length(1);
    }
  });

  it('answers a complete request when malformed bytes follow it', async () => {
    const key = gateway().verification.createKey(['admin']);
    const carriedOut: string[] = [];
    gateway().stub.answer = (request, response) => {
      setTimeout(() => {
        carriedOut.push(request.url ?? '');
        response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"lead_1"}');
      }, 100);
    };
    const head = `POST /v1/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
    const answer = await sendRawRequest(gateway().live, `${head}\r\nContent-Length: 2\r\n\r\n{}xx`);
    expect(answer)
      .to.match(/^HTTP\/1\.1 201 /)
      .and.to.contain('lead_1')
      .and.not.to.contain('BAD_REQUEST');
    expect(answer.toLowerCase()).to.include('connection: close');
    expect(carriedOut).to.deep.equal(['/v1/leads']);
  });

  it('does not write into a response that is in progress', async () => {
    const key = gateway().verification.createKey(['admin']);
    gateway().stub.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('x'.repeat(70_000));
      setTimeout(() => response.end('x'.repeat(70_000)), 200);
    };
    const text = `GET /v1/leads/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    const socket = connect(Number(new URL(gateway().live).port), '127.0.0.1');
    const received: string[] = [];
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      if (received.push(chunk) === 1) socket.write('garbage\r\n\r\n');
    });
    socket.on('error', () => undefined);
    socket.write(text);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(received.join(''))
      .to.match(/^HTTP\/1\.1 200 /)
      .and.to.contain('x'.repeat(1_000))
      .and.not.to.contain('BAD_REQUEST');
  });
});
