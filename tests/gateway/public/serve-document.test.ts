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

  it('can only be read', async () => {
    const reply = await ask(`${gateway.live}/openapi.json`, { method: 'POST' });
    expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
  });
});
