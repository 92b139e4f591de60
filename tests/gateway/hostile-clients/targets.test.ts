import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { expectHealthy, RawClient } from './raw-client.js';

describe('gateway on the auth port', () => {
  const gateway = useFixture(startGatewayFixture);

  const inner = ['metrics', 'health', 'ready', 'v1/leads'];
  const disguises: [title: string, disguise: (path: string) => string][] = [
    ['as it is', (path) => `/${path}`],
    ['in capitals', (path) => `/${path.toUpperCase()}`],
    ['with a slash after it', (path) => `/${path}/`],
    ['with a second slash', (path) => `//${path}`],
    ['with a backslash', (path) => `/\\${path}`],
    ['before a fragment', (path) => `/${path}#`],
    ['before a fragment that looks public', (path) => `/${path}#/oauth/token`],
    ['before a query', (path) => `/${path}?x=/oauth/`],
    ['before a semicolon', (path) => `/${path};/oauth/`],
    ['above a public path', (path) => `/oauth/../${path}`],
    ['above a public path, encoded', (path) => `/oauth/%2e%2e/${path}`],
    ['above a public path, half encoded', (path) => `/oauth/.%2E/${path}`],
    ['above a public path, with backslashes', (path) => `/oauth\\..\\${path}`],
    ['above a public path, with an encoded slash', (path) => `/oauth/..%2f${path}`],
    ['beside a dot', (path) => `/./${path}`],
    ['encoded', (path) => `/%${path.charCodeAt(0).toString(16)}${path.slice(1)}`],
    ['after an encoded slash', (path) => `/%2f${path}`],
    ['after an encoded NUL', (path) => `/oauth/%00/../${path}`],
    ['as an absolute target', (path) => `http://x/${path}`],
    ['as an absolute target with a user', (path) => `http://x@y/${path}`],
    ['as an absolute target with two hosts', (path) => `http://x/oauth/token@y/../${path}`],
    ['as an absolute target of another scheme', (path) => `ftp://x/${path}`],
    ['as a relative target', (path) => path],
    ['behind a public name', (path) => `/oauth${path}`],
    ['with a tab', (path) => `/oauth/\t../${path}`],
  ];
  for (const [title, disguise] of disguises) {
    it(`does not forward internal paths: ${title}`, async () => {
      for (const path of inner) {
        const head = `GET ${disguise(path)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
        const client = new RawClient(gateway().auth).write(head);
        expect((await client.readToClose())[0], path).to.be.oneOf([400, 404]);
        expect(gateway().stub.received, path).to.deep.equal([]);
      }
      await expectHealthy(gateway());
      gateway().stub.reset();
    });
  }

  const passed: [target: string, url: string][] = [
    ['/oauth/token', '/oauth/token'],
    ['/oauth/authorize?state=%2F..%2Fmetrics&x=//y', '/oauth/authorize?state=%2F..%2Fmetrics&x=//y'],
    ['/auth/session', '/auth/session'],
    ['/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server'],
    ['/.well-known/jwks.json', '/.well-known/jwks.json'],
    ['http://anything/oauth/token?a=b', '/oauth/token?a=b'],
  ];
  for (const [target, url] of passed) {
    it(`forwards ${target} as ${url}`, async () => {
      gateway().stub.reset();
      const client = new RawClient(gateway().auth).write(
        `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(await client.readToClose()).to.deep.equal([200]);
      expect(gateway().stub.received.map((request) => request.url)).to.deep.equal([url]);
    });
  }

  it("replaces the client's forwarded headers, and drops hop-by-hop headers", async () => {
    gateway().stub.reset();
    const headers = [
      'X-Forwarded-For: 203.0.113.7',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Host: evil',
      'X-Forwarded-Port: 1',
      'Forwarded: for=203.0.113.7',
      'X-Real-IP: 203.0.113.7',
      'X-Plotline-Caller: forged',
      'Connection: close, X-Hop',
      'X-Hop: 1',
      'TE: trailers',
    ];
    const head = ['GET /oauth/token HTTP/1.1', 'Host: here', ...headers, '', ''].join('\r\n');
    await new RawClient(gateway().auth).write(head).readToClose();
    const received = gateway().stub.last.headers;
    expect(received).to.include({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'here',
    });
    expect(received).to.not.have.any.keys([
      'x-forwarded-port',
      'forwarded',
      'x-real-ip',
      'x-plotline-caller',
      'x-hop',
      'te',
    ]);
  });
});

describe('gateway on unacceptable requests', () => {
  const gateway = useFixture(startGatewayFixture);

  const long = 'x'.repeat(15_500);
  const rows: [title: string, request: string, status: number][] = [
    ['a query of 15.5 KB', `GET /v1/leads?search=${long} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
    ['a query of 9 KB', `GET /v1/leads?search=${long.slice(0, 9_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
    ['a path of 15.5 KB', `GET /v1/${long} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
    ['a header of 15.5 KB', `GET /v1/leads HTTP/1.1\r\nHost: x\r\nX: ${long}\r\n\r\n`, 431],
    ['1,000 headers', `GET /v1/leads HTTP/1.1\r\nHost: x\r\n${'X: yyyyyy\r\n'.repeat(1_000)}\r\n`, 431],
    ['no Host', 'GET /v1/leads HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ];
  for (const port of ['live', 'sandbox', 'auth'] as const) {
    for (const [title, text, status] of rows) {
      it(`answers ${title} on the ${port} port with ${status}`, async () => {
        const request = port === 'auth' ? text.replace('/v1/', '/oauth/') : text;
        const client = new RawClient(gateway()[port]);
        const credential = gateway().verification.createKey(['admin'], {
          mode: port === 'sandbox' ? 'sandbox' : 'live',
        });
        const withKey = request.replace(
          'Host: x\r\n',
          `Host: x\r\nAuthorization: Bearer ${credential}\r\nConnection: close\r\n`,
        );
        expect(await client.write(withKey).readToClose()).to.deep.equal([status]);
        const head = client.received.slice(0, client.received.indexOf('\r\n\r\n')).toLowerCase();
        expect(head).to.include('cache-control: no-store').and.to.contain('x-content-type-options: nosniff');
        expect(head).to.include('x-request-id: ').and.to.contain('x-ratelimit-remaining: ');
        await expectHealthy(gateway());
      });
    }
  }

  for (const port of ['live', 'sandbox', 'auth'] as const) {
    it(`survives connections to the ${port} port that are reset at any point`, async () => {
      const parts = [
        '',
        'GET',
        'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
        'garbage\r\n\r\n',
        'POST /oauth/token HTTP/1.1\r\n',
      ];
      const body = 'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx';
      for (const part of [...parts, body, `${body}xxxxxxxx`, `${body}xxxxxxxxgarbage\r\n\r\n`]) {
        const clients = Array.from({ length: 5 }, () => new RawClient(gateway()[port]).write(part));
        await new Promise((resolve) => setTimeout(resolve, 20));
        for (const client of clients) client.reset();
      }
      await expectHealthy(gateway());
    });
  }
});
