import { expect } from 'chai';
import { ask } from '../ask.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';

describe('gateway: the published contract', () => {
  let gateway: GatewayFixture;
  before(async () => {
    gateway = await startGatewayFixture();
  });
  after(() => gateway.stop());

  it('is there for anyone on both API hosts', async () => {
    for (const url of [gateway.live, gateway.sandbox]) {
      const reply = await ask(`${url}/openapi.json`);
      expect(reply.status).to.equal(200);
      expect(reply.json).to.have.property('openapi', '3.1.0');
    }
  });

  it('is not sent again to who has it', async () => {
    const { headers } = await ask(`${gateway.live}/openapi.json`);
    const again = await ask(`${gateway.live}/openapi.json`, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('comes compressed to who takes that, with a tag of its own', async () => {
    const address = `${gateway.live}/openapi.json`;
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
    expect((await ask(address, { headers })).status).to.equal(304);
  });

  it('can only be read', async () => {
    const reply = await ask(`${gateway.live}/openapi.json`, { method: 'POST' });
    expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
  });
});
