import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { expectHealthy, RawClient } from './raw-client.js';

/** Path of a smuggled request. */
const smuggled = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n';
const chunked = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
const transferEncoding = 'Transfer-Encoding: chunked';

describe('gateway on a request whose end is ambiguous', () => {
  const gateway = useFixture(startGatewayFixture);
  const ports = ['live', 'sandbox', 'auth'] as const;
  const write = (port: (typeof ports)[number], method: string, headers: string[], body: string, version = '1.1') => {
    const key = gateway().verification.createKey(['admin'], { mode: port === 'sandbox' ? 'sandbox' : 'live' });
    const path = port === 'auth' ? '/oauth/token' : '/v1/leads';
    const head = [`${method} ${path} HTTP/${version}`, 'Host: x', `Authorization: Bearer ${key}`, ...headers];
    return new RawClient(gateway()[port]).write([...head, '', body].join('\r\n'));
  };

  const withoutBody = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'];
  const bodies: [title: string, headers: string[], body: string][] = [
    ['a length', [`Content-Length: ${smuggled.length}`], smuggled],
    ['chunks', [transferEncoding], chunked],
    [
      'chunks on a connection that is to be upgraded',
      [transferEncoding, 'Connection: upgrade', 'Upgrade: h2c'],
      chunked,
    ],
    ['chunks and an expectation', [transferEncoding, 'Expect: 100-continue'], chunked],
  ];
  const posts: [title: string, headers: string[], body: string, version?: string][] = [
    ['a length and chunks', [`Content-Length: ${smuggled.length}`, transferEncoding], chunked],
    ['chunks and a length of 0', [transferEncoding, 'Content-Length: 0'], chunked],
    ['two lengths', ['Content-Length: 0', `Content-Length: ${smuggled.length}`], smuggled],
    ['the same length twice', ['Content-Length: 2', 'Content-Length: 2'], '{}'],
    ['a list of lengths', [`Content-Length: 0, ${smuggled.length}`], smuggled],
    ['a negative length', ['Content-Length: -1'], smuggled],
    ['a length with a sign', [`Content-Length: +${smuggled.length}`], smuggled],
    ['a hexadecimal length', ['Content-Length: 0x10'], smuggled],
    ['a length beyond all numbers', [`Content-Length: ${'9'.repeat(30)}`], smuggled],
    ['another coding', ['Transfer-Encoding: gzip'], smuggled],
    ['another coding before chunks', ['Transfer-Encoding: gzip, chunked'], chunked],
    ['another coding after chunks', ['Transfer-Encoding: chunked, gzip'], chunked],
    ['identity', ['Transfer-Encoding: identity'], smuggled],
    ['chunks twice', [transferEncoding, transferEncoding], chunked],
    ['a misspelt coding', ['Transfer-Encoding: xchunked'], smuggled],
    ['a coding in quotes', ['Transfer-Encoding: "chunked"'], chunked],
    ['a space before the colon', ['Transfer-Encoding : chunked'], chunked],
    ['a coding on a folded line', ['Transfer-Encoding:\r\n chunked'], chunked],
    ['a tab inside the name', ['Transfer-\tEncoding: chunked'], chunked],
    ['chunks of HTTP/1.0', [transferEncoding], chunked, '1.0'],
    ['a bare newline in the head', [`X: y\nContent-Length: ${smuggled.length}`], smuggled],
    ['a bare carriage return in the head', [`X: y\rContent-Length: ${smuggled.length}`], smuggled],
    ['a NUL in a header', ['X: a\0b', 'Content-Length: 0'], smuggled],
    ['a chunk size that is not a number', [transferEncoding], `zz\r\n${smuggled}\r\n0\r\n\r\n`],
    ['a chunk size beyond all numbers', [transferEncoding], `ffffffffffffffff1\r\n${smuggled}\r\n0\r\n\r\n`],
    ['a chunk that is longer than its size', [transferEncoding], `1\r\n${smuggled}\r\n0\r\n\r\n`],
    ['a chunk with a bare newline', [transferEncoding], `2\n{}\n0\n\n`],
  ];

  for (const port of ports) {
    for (const method of withoutBody) {
      for (const [title, headers, body] of bodies) {
        it(`refuses ${method} with ${title} on the ${port} port, and closes the connection`, async () => {
          const client = write(port, method, headers, body);
          expect(await client.readToClose()).to.deep.equal(
            headers.includes('Expect: 100-continue') ? [100, 400] : [400],
          );
          expect(client.received.toLowerCase()).to.include('connection: close');
          expect(gateway().stub.received).to.deep.equal([]);
          await expectHealthy(gateway());
          gateway().stub.reset();
        });
      }
    }
    for (const [title, headers, body, version] of posts) {
      it(`refuses POST with ${title} on the ${port} port, and closes the connection`, async () => {
        const client = write(port, 'POST', headers, body, version);
        expect(await client.readToClose()).to.deep.equal([400]);
        expect(client.received.toLowerCase()).to.include('connection: close');
        expect(gateway().stub.received).to.deep.equal([]);
        await expectHealthy(gateway());
        gateway().stub.reset();
      });
    }
  }
});
