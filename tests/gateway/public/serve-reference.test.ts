import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ask } from '../ask.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';

describe('gateway: the readable reference', () => {
  let gateway: GatewayFixture;
  before(async () => {
    gateway = await startGatewayFixture();
  });
  after(() => gateway.stop());

  /** What the page at /docs loads, as it names it. */
  async function parts(): Promise<readonly string[]> {
    const { text } = await ask(`${gateway.live}/docs`);
    return [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
  }

  it('is there for anyone on both API hosts, at /docs and at /docs/', async () => {
    for (const url of [gateway.live, gateway.sandbox]) {
      for (const path of ['/docs', '/docs/']) {
        const reply = await ask(url + path);
        expect([reply.status, reply.headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
        expect(reply.text).to.contain('<title>Plotline API</title>');
      }
    }
  });

  it('needs nothing from anywhere else: all that it loads is served here', async () => {
    const addresses = await parts();
    expect(addresses.length).to.be.above(2);
    for (const address of addresses.filter((one) => !one.startsWith('data:'))) {
      expect(address).to.match(/^\/docs\//);
      const reply = await ask(gateway.live + address);
      expect(reply.status, address).to.equal(200);
      expect(reply.headers['content-type'], address).to.match(/^text\/(css|javascript)/);
    }
  });

  it('lets the browser run nothing inline, and reach nothing but this host', async () => {
    for (const address of ['/docs', '/docs/swagger-ui-bundle.js']) {
      const policy = String((await ask(gateway.live + address)).headers['content-security-policy']);
      expect(policy).to.contain("default-src 'none'").and.to.contain("script-src 'self'");
      expect(policy).to.contain("connect-src 'self'").and.to.contain("frame-ancestors 'none'");
      expect(policy).to.not.contain('unsafe').and.to.not.contain('*').and.to.not.contain('http');
    }
    expect((await ask(`${gateway.live}/docs`)).text).to.not.match(/<script>|<style|\son\w+=/);
  });

  it('renders the published contract', async () => {
    const { text } = await ask(`${gateway.live}/docs/start.js`);
    expect(text).to.contain('"url":"/openapi.json"').and.to.contain('"validatorUrl":null');
  });

  it('comes compressed to who takes that', async () => {
    const address = `${gateway.live}/docs/start.js`;
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).to.equal(null);
    const reply = await fetch(address, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(reply.headers.get('content-encoding')).to.equal('gzip');
    expect(await reply.text()).to.equal(await plain.text());
    const refused = await ask(address, { headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers['content-encoding']).to.equal(undefined);
    expect(() => gunzipSync(refused.text)).to.throw();
  });

  it('is not sent again to who has it', async () => {
    const { headers } = await ask(`${gateway.live}/docs`);
    const again = await ask(`${gateway.live}/docs`, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('has no other files, and can only be read', async () => {
    for (const path of ['/docs/nothing', '/docs/..%2fpackage.json', '/docs/constructor', '/docs//start.js']) {
      expect((await ask(gateway.live + path)).status, path).to.equal(404);
    }
    const reply = await ask(`${gateway.live}/docs`, { method: 'POST' });
    expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
  });
});
