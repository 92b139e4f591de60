import { readRequestId, readTraceparent } from '@plotline/gateway/edge/request-context';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

describe('gateway request id and traceparent', () => {
  for (const valid of ['a', 'req-1_2.3', 'A'.repeat(128)]) {
    it(`keeps the request id ${valid.slice(0, 12)}`, () => expect(readRequestId(valid)).to.equal(valid));
  }
  for (const invalid of [undefined, '', 'a b', 'A'.repeat(129), 'a\u00e9', 'a,b', '{"a":1}']) {
    it(`replaces the request id ${JSON.stringify(invalid)?.slice(0, 12)}`, () => {
      expect(readRequestId(invalid)).to.match(/^req_[0-9a-f]{32}$/);
    });
  }

  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  const span = '00f067aa0ba902b7';
  for (const valid of [`00-${id}-${span}-01`, `cc-${id}-${span}-00`]) {
    it(`keeps the traceparent ${valid.slice(0, 6)}`, () => expect(readTraceparent(valid)).to.equal(valid));
  }
  const invalidTraceparents = {
    missing: undefined,
    'of version ff': `ff-${id}-${span}-01`,
    'in upper case': `00-${id.toUpperCase()}-${span}-01`,
    'of a zero trace id': `00-${'0'.repeat(32)}-${span}-01`,
    'of a zero span id': `00-${id}-${'0'.repeat(16)}-01`,
    'too long': `00-${id}-${span}-01-x`,
  };
  for (const [name, header] of Object.entries(invalidTraceparents)) {
    it(`starts a new trace in place of a traceparent that is ${name}`, () => {
      const created = readTraceparent(header);
      expect(created)
        .to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
        .and.not.to.equal(header);
      expect(readTraceparent(created)).to.equal(created);
    });
  }

  describe('on the wire', () => {
    const gateway = useFixture(startGatewayFixture);

    it('are echoed on responses of every kind and forwarded to the service', async () => {
      const key = gateway().verification.createKey(['admin']);
      const traceparent = `00-${id}-${span}-01`;
      const headers = { 'x-request-id': 'mine', traceparent };
      for (const path of ['/v1/leads/1', '/v1/none', '/openapi.json']) {
        const reply = await sendRequest(`${gateway().live}${path}`, { key, headers });
        expect(reply.headers['x-request-id'], path).to.equal('mine');
      }
      expect((await sendRequest(`${gateway().live}/v1/leads/1`, { headers })).headers['x-request-id']).to.equal('mine');
      expect((await sendRequest(`${gateway().auth}/login`, { headers })).headers['x-request-id']).to.equal('mine');
      expect(gateway().stub.received[0]?.headers.traceparent).to.equal(traceparent);
    });
  });
});
