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

  /** The addresses that the page at /docs loads. */
  async function readLoadedAddresses(): Promise<readonly string[]> {
    const { text } = await sendRequest(`${gateway().live}/docs`);
    return [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
  }

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
    const addresses = await readLoadedAddresses();
    expect(addresses.length).to.be.above(2);
    for (const address of addresses.filter((one) => !one.startsWith('data:'))) {
      expect(address).to.match(/^\/docs\//);
      const reply = await sendRequest(gateway().live + address);
      expect(reply.status, address).to.equal(200);
      expect(reply.headers['content-type'], address).to.match(/^text\/(css|javascript)/);
    }
  });

  it('forbids inline code and connections to other hosts by its Content-Security-Policy', async () => {
    for (const address of ['/docs', '/docs/swagger-ui-bundle.js']) {
      const policy = String((await sendRequest(gateway().live + address)).headers['content-security-policy']);
      expect(policy).to.include("default-src 'none'").and.to.contain("script-src 'self'");
      expect(policy).to.include("connect-src 'self'").and.to.contain("frame-ancestors 'none'");
      expect(policy).to.not.include('unsafe').and.to.not.contain('*').and.to.not.contain('http');
    }
    expect((await sendRequest(`${gateway().live}/docs`)).text).to.not.match(/<script>|<style|\son\w+=/);
  });

  it('renders /openapi.json', async () => {
    const { text } = await sendRequest(`${gateway().live}/docs/start.js`);
    expect(text).to.include('"url":"/openapi.json"').and.to.contain('"validatorUrl":null');
  });

  it('is compressed for a client that accepts gzip', async () => {
    const address = `${gateway().live}/docs/start.js`;
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
    for (const path of ['/docs/nothing', '/docs/..%2fpackage.json', '/docs/constructor', '/docs//start.js']) {
      expect((await sendRequest(gateway().live + path)).status, path).to.equal(404);
    }
    const reply = await sendRequest(`${gateway().live}/docs`, { method: 'POST' });
    expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
  });
});
