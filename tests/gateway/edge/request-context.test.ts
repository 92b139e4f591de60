import { readRequestId } from '@plotline/gateway/edge/request-context';
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
  describe('on the wire', () => {
    const gateway = useFixture(startGatewayFixture);

    it('are returned in all responses and forwarded to the service, without the sampled flag', async () => {
      const key = gateway().verification.createKey(['admin']);
      const headers = { 'x-request-id': 'mine', traceparent: `00-${id}-${span}-01` };
      for (const path of ['/v1/leads/1', '/v1/none', '/openapi.json']) {
        const reply = await sendRequest(`${gateway().live}${path}`, { key, headers });
        expect(reply.headers['x-request-id'], path).to.equal('mine');
      }
      expect((await sendRequest(`${gateway().live}/v1/leads/1`, { headers })).headers['x-request-id']).to.equal('mine');
      expect((await sendRequest(`${gateway().auth}/login`, { headers })).headers['x-request-id']).to.equal('mine');
      expect(gateway().stub.received[0]?.headers).to.include({
        'x-request-id': 'mine',
        traceparent: `00-${id}-${span}-00`,
      });
    });

    it('are replaced if the traceparent is invalid', async () => {
      const key = gateway().verification.createKey(['admin']);
      await sendRequest(`${gateway().live}/v1/leads/1`, {
        key,
        headers: { traceparent: `00-${id}-${'0'.repeat(16)}-01` },
      });
      expect(gateway().stub.last.headers.traceparent)
        .to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
        .and.not.include(id);
    });

    it('are also sent to the auth service', async () => {
      const headers = { 'x-request-id': 'mine', traceparent: `00-${id}-${span}-01` };
      await sendRequest(`${gateway().auth}/auth/sign-in`, { headers });
      expect(gateway().stub.last.headers).to.include({ 'x-request-id': 'mine', traceparent: `00-${id}-${span}-00` });
    });
  });
});
