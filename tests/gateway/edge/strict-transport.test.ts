import { expect } from 'chai';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

describe('gateway: Strict-Transport-Security', () => {
  for (const [origin, expected] of [
    ['https://auth.example.com', 'max-age=31536000'],
    ['http://localhost:8082', undefined],
  ] as const) {
    it(`is ${expected ?? 'not sent'} when the authorization server is at ${origin}, on every host and in every response`, async () => {
      const gateway = await startGatewayFixture({}, { AUTH_BASE_URL: origin });
      const key = gateway.verification.createKey(['admin']);
      const answers = [
        await sendRequest(`${gateway.live}/v1/leads`, { key }),
        await sendRequest(`${gateway.live}/v1/leads`),
        await sendRequest(`${gateway.auth}/dashboard/`),
        await sendRequest(`${gateway.auth}/oauth/authorize`),
      ];
      await gateway.stop();
      for (const { headers } of answers) expect(headers['strict-transport-security']).to.equal(expected);
    });
  }
});
