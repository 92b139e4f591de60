import { requestIdFrom } from '@plotline/gateway/edge/request-id';
import { traceparentFrom } from '@plotline/gateway/edge/trace';
import { expect } from 'chai';
import { ask } from '../ask.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';

describe('gateway: the names of a request', () => {
  for (const sane of ['a', 'req-1_2.3', 'A'.repeat(128)]) {
    it(`keeps the request id ${sane.slice(0, 12)}`, () => expect(requestIdFrom(sane)).to.equal(sane));
  }
  for (const odd of [undefined, '', 'a b', 'A'.repeat(129), 'a\u00e9', 'a,b', '{"a":1}']) {
    it(`replaces the request id ${JSON.stringify(odd)?.slice(0, 12)}`, () => {
      expect(requestIdFrom(odd)).to.match(/^req_[0-9a-f]{32}$/);
    });
  }

  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  const span = '00f067aa0ba902b7';
  for (const sane of [`00-${id}-${span}-01`, `cc-${id}-${span}-00`]) {
    it(`keeps the trace ${sane.slice(0, 6)}`, () => expect(traceparentFrom(sane)).to.equal(sane));
  }
  const odd = {
    missing: undefined,
    'version ff': `ff-${id}-${span}-01`,
    'upper case': `00-${id.toUpperCase()}-${span}-01`,
    'trace of zeros': `00-${'0'.repeat(32)}-${span}-01`,
    'span of zeros': `00-${id}-${'0'.repeat(16)}-01`,
    'too long': `00-${id}-${span}-01-x`,
  };
  for (const [name, header] of Object.entries(odd)) {
    it(`begins a new trace in place of one that is ${name}`, () => {
      const created = traceparentFrom(header);
      expect(created)
        .to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
        .and.not.to.equal(header);
      expect(traceparentFrom(created)).to.equal(created);
    });
  }

  describe('on the wire', () => {
    let gateway: GatewayFixture;
    before(async () => {
      gateway = await startGatewayFixture();
    });
    after(() => gateway.stop());

    it('are echoed on answers of every kind and passed on to the service', async () => {
      const key = gateway.verification.make(['admin']);
      const traceparent = `00-${id}-${span}-01`;
      const headers = { 'x-request-id': 'mine', traceparent };
      for (const path of ['/v1/leads/1', '/v1/none', '/openapi.json']) {
        const reply = await ask(`${gateway.live}${path}`, { key, headers });
        expect(reply.headers['x-request-id'], path).to.equal('mine');
      }
      expect((await ask(`${gateway.live}/v1/leads/1`, { headers })).headers['x-request-id']).to.equal('mine');
      expect((await ask(`${gateway.auth}/login`, { headers })).headers['x-request-id']).to.equal('mine');
      expect(gateway.stub.received[0]?.headers.traceparent).to.equal(traceparent);
    });
  });
});
