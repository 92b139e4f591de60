import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { placeholderAddresses, sandboxPart } from '@plotline/gateway/contract/placeholder-addresses';
import { createFillAddresses } from '@plotline/gateway/public/fill-addresses';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

describe('gateway GET /openapi.json', () => {
  const gateway = useFixture(startGatewayFixture);

  it('is public on both API hosts', async () => {
    for (const url of [gateway().live, gateway().sandbox]) {
      const reply = await sendRequest(`${url}/openapi.json`);
      expect(reply.status).to.equal(200);
      expect(reply.json).to.have.property('openapi', '3.1.0');
    }
  });

  it('answers 304 to a client that already has the document', async () => {
    const { headers } = await sendRequest(`${gateway().live}/openapi.json`);
    const again = await sendRequest(`${gateway().live}/openapi.json`, {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('is compressed for a client that accepts gzip, with its own ETag', async () => {
    const address = `${gateway().live}/openapi.json`;
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
    const reply = await fetch(address, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(plain.headers.get('content-encoding')).to.equal(null);
    expect(reply.headers.get('content-encoding')).to.equal('gzip');
    expect(reply.headers.get('vary')).to.equal('Accept-Encoding');
    expect(Number(reply.headers.get('content-length'))).to.be.below(Number(plain.headers.get('content-length')) / 4);
    expect(await reply.text()).to.equal(await plain.text());
    const tag = String(reply.headers.get('etag'));
    expect(tag).to.not.equal(plain.headers.get('etag'));
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': tag };
    expect((await sendRequest(address, { headers })).status).to.equal(304);
  });

  it('answers 405 to methods other than GET and HEAD', async () => {
    const reply = await sendRequest(`${gateway().live}/openapi.json`, { method: 'POST' });
    expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'plotline-docs-'));
const { api, sandbox, auth } = placeholderAddresses;

const files: Readonly<Record<string, string>> = {
  'api/index.html': `<p>${api}</p>${sandboxPart.start}<p>${sandbox}</p>${sandboxPart.end}<p>${auth}/docs</p>`,
  'api/operations/createLead.html': `<p>curl ${api}/v1/leads, in ${sandbox} too</p>`,
  'api/docs.css': `/* ${'x'.repeat(2_000)} */`,
  'api/search.js': `fetch('${api}');`,
  'api/search.json': JSON.stringify([{ summary: sandbox }]),
  'api/notes.txt': 'x',
  'auth/index.html': `<p>${auth}</p>`,
};

describe('gateway GET /docs', () => {
  before(() => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const gateway = useFixture(() => startGatewayFixture({}, { DOCS: folder }));
  const read = async (path: string) => (await sendRequest(gateway().live + path)).text;

  it('is public on both API hosts, at /docs and at /docs/', async () => {
    for (const url of [gateway().live, gateway().sandbox]) {
      for (const path of ['/docs', '/docs/']) {
        const reply = await sendRequest(url + path);
        expect([reply.status, reply.headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
        expect(reply.headers).to.include({ 'cache-control': 'public, max-age=3600', 'referrer-policy': 'no-referrer' });
      }
    }
  });

  it("serves other pages on the authorization server's host", async () => {
    expect((await sendRequest(`${gateway().auth}/docs`)).text).to.equal('<p>http://localhost:8082</p>');
    expect((await sendRequest(`${gateway().auth}/docs/operations/createLead`)).status).to.equal(404);
  });

  it('serves each file with its type, and pages without their extension', async () => {
    const types = {
      'operations/createLead': 'text/html; charset=utf-8',
      'docs.css': 'text/css; charset=utf-8',
      'search.js': 'text/javascript; charset=utf-8',
      'search.json': 'application/json; charset=utf-8',
    };
    for (const [name, type] of Object.entries(types)) {
      const reply = await sendRequest(`${gateway().live}/docs/${name}`);
      expect([reply.status, reply.headers['content-type']], name).to.deep.equal([200, type]);
    }
  });

  it('puts its addresses into pages and the search index, but not into scripts', async () => {
    expect(await read('/docs')).to.equal(
      '<p>http://localhost:8080</p><p>http://localhost:8081</p><p>http://localhost:8082/docs</p>',
    );
    expect(await read('/docs/search.json')).to.equal('[{"summary":"http://localhost:8081"}]');
    expect(await read('/docs/search.js')).to.equal(files['api/search.js']);
  });

  it('forbids inline code and styles, and connections to other hosts, by its Content-Security-Policy', async () => {
    for (const address of ['/docs', '/docs/search.js']) {
      const policy = String((await sendRequest(gateway().live + address)).headers['content-security-policy']);
      expect(policy).to.include("default-src 'none'").and.to.contain("script-src 'self'");
      expect(policy).to.include("connect-src 'self'").and.to.contain("frame-ancestors 'none'");
      expect(policy).to.not.include('unsafe').and.to.not.contain('*').and.to.not.contain('http');
    }
  });

  it('is compressed for a client that accepts gzip', async () => {
    const address = `${gateway().live}/docs/docs.css`;
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).to.equal(null);
    const reply = await fetch(address, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(reply.headers.get('content-encoding')).to.equal('gzip');
    expect(await reply.text()).to.equal(await plain.text());
    const refused = await sendRequest(address, { headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers['content-encoding']).to.equal(undefined);
    expect(() => gunzipSync(refused.text)).to.throw();
  });

  it('answers 304 to a client that already has the page', async () => {
    const { headers } = await sendRequest(`${gateway().live}/docs`);
    const again = await sendRequest(`${gateway().live}/docs`, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('answers 404 to other files and 405 to methods other than GET and HEAD', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/index',
      '/docs/index.html',
      '/docs/operations',
      '/docs/operations/createLead.html',
      '/docs/notes.txt',
      '/docs/..%2fpackage.json',
      '/docs/constructor',
      '/docs//docs.css',
      '/docs/operations/..%2f..%2fauth%2findex',
    ]) {
      expect((await sendRequest(gateway().live + path)).status, path).to.equal(404);
    }
    const reply = await sendRequest(`${gateway().live}/docs`, { method: 'POST' });
    expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
  });
});

describe('gateway GET /docs when the sandbox address is unknown', () => {
  const fill = createFillAddresses({ api: 'https://api.example.com', auth: 'https://auth.example.com' });
  const read = (name: string) => fill(Buffer.from(files[name] ?? ''), name).toString();

  it('omits the line about the sandbox, and writes "the address of the sandbox" everywhere else', () => {
    expect(read('api/index.html')).to.equal('<p>https://api.example.com</p><p>https://auth.example.com/docs</p>');
    expect(read('api/operations/createLead.html')).to.include('in the address of the sandbox too');
  });
});

describe('a gateway whose documentation was not built', () => {
  const gateway = useFixture(() => startGatewayFixture({}, { DOCS: join(folder, 'missing') }));

  it('starts, serves its document, and says at /docs that the reference was not built', async () => {
    const reply = await sendRequest(`${gateway().live}/docs`);
    expect(reply.status).to.equal(404);
    expect(reply.text).to.include('The reference was not built on this host.');
    expect((await sendRequest(`${gateway().live}/openapi.json`)).status).to.equal(200);
  });
});
