import { gunzipSync } from 'node:zlib';
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

  it('answers 304 to a client that has the document', async () => {
    const { headers } = await sendRequest(`${gateway().live}/openapi.json`);
    const again = await sendRequest(`${gateway().live}/openapi.json`, {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('is compressed for a client that accepts gzip, with an ETag of its own', async () => {
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

describe('gateway GET /docs', () => {
  const gateway = useFixture(startGatewayFixture);

  const read = async (path: string) => (await sendRequest(gateway().live + path)).text;

  it('is public on both API hosts, at /docs and at /docs/', async () => {
    for (const url of [gateway().live, gateway().sandbox]) {
      for (const path of ['/docs', '/docs/']) {
        const reply = await sendRequest(url + path);
        expect([reply.status, reply.headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
        expect(reply.text).to.include('<title>Plotline API</title>');
      }
    }
  });

  it('loads nothing from other hosts', async () => {
    const loaded = /<(?:link|script)[^>]+(?:src|href)="(?!data:)([^"]+)"/g;
    const addresses = [...(await read('/docs')).matchAll(loaded)].map(([, address]) => address ?? '');
    expect(addresses).to.have.members(['/docs/docs.css', '/docs/search.js']);
    const types = { 'docs.css': 'css', 'search.js': 'javascript', 'minisearch.js': 'javascript' };
    for (const [name, type] of Object.entries(types)) {
      const reply = await sendRequest(`${gateway().live}/docs/${name}`);
      expect([reply.status, reply.headers['content-type']]).to.deep.equal([200, `text/${type}; charset=utf-8`]);
    }
  });

  it('forbids inline code and styles, and connections to other hosts, by its Content-Security-Policy', async () => {
    for (const address of ['/docs', '/docs/search.js']) {
      const policy = String((await sendRequest(gateway().live + address)).headers['content-security-policy']);
      expect(policy).to.include("default-src 'none'").and.to.contain("script-src 'self'");
      expect(policy).to.include("connect-src 'self'").and.to.contain("frame-ancestors 'none'");
      expect(policy).to.not.include('unsafe').and.to.not.contain('*').and.to.not.contain('http');
    }
    expect(await read('/docs')).to.not.match(/<script>|<style|\son\w+=|\sstyle=/);
  });

  it('has a page for each operation, linked from the first one, with samples that name the live address', async () => {
    const document = JSON.parse(await read('/openapi.json'));
    const operations = Object.values<Record<string, { operationId?: string }>>(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(operations).to.include.members(['createLead', 'listLeads']);
    const home = await read('/docs');
    for (const id of operations) {
      expect(home).to.include(`href="/docs/operations/${id}"`);
      const page = await read(`/docs/operations/${id}`);
      expect(page, id).to.include('<summary>curl</summary>').and.to.contain('<summary>Node</summary>');
      expect(page, id).to.include('<summary>Python</summary>').and.to.contain('http://localhost:8080/v1/');
    }
  });

  it('shows the parameters of an operation, including path and common ones', async () => {
    const page = await read('/docs/operations/createLead');
    for (const name of ['X-Workspace-ID', 'X-Request-Id', 'Prefer', 'Idempotency-Key']) {
      expect(page).to.match(new RegExp(`<code>${name}</code> <span>string</span>[^]*?<p>\\w`));
    }
    expect(page)
      .to.match(/Scopes: <code>write:leads<\/code>/)
      .and.to.match(/Roles of people:/);
  });

  it('shows the file types of an upload, and samples that send one', async () => {
    const page = await read('/docs/operations/importLeads');
    expect(page).to.match(/<code>text\/csv<\/code>, <code>multipart\/form-data<\/code>/);
    expect(page).to.include('--data-binary @file.csv').and.to.include('Content-Type: text/csv');
    expect(page).to.not.include('application/json</code>');
  });

  it('lists the headers of answers once, on the first page', async () => {
    expect((await read('/docs')).match(/<code>X-RateLimit-Remaining<\/code>/g)).to.have.length(1);
    expect(await read('/docs/operations/createLead')).to.not.include('X-RateLimit-Remaining');
  });

  it('describes the authorization server on its own host, in the same form', async () => {
    const home = (await sendRequest(`${gateway().auth}/docs`)).text;
    expect(home).to.include('<title>Plotline authorization server</title>').and.to.contain('http://localhost:8082');
    const guide = await sendRequest(`${gateway().auth}/docs/guides/first-call`);
    expect(guide.text).to.include('http://localhost:8081');
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

  it('answers 304 to a client that has the page', async () => {
    const { headers } = await sendRequest(`${gateway().live}/docs`);
    const again = await sendRequest(`${gateway().live}/docs`, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('answers 404 to other files and 405 to methods other than GET and HEAD', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/..%2fpackage.json',
      '/docs/constructor',
      '/docs//docs.css',
      '/docs/operations/none',
      '/docs/guides/..%2fREADME',
    ]) {
      expect((await sendRequest(gateway().live + path)).status, path).to.equal(404);
    }
    const reply = await sendRequest(`${gateway().live}/docs`, { method: 'POST' });
    expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
  });
});
