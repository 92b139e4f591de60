import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

describe('gateway authorization', () => {
  const gateway = useFixture(startGatewayFixture);
  beforeEach(() => gateway().stub.reset());

  const workspaces: [string, string | string[] | undefined, number][] = [
    ['no X-Workspace-ID', undefined, 200],
    ['X-Workspace-ID of its own workspace', 'ws_1', 200],
    ['X-Workspace-ID of another workspace', 'ws_2', 403],
    ['an empty X-Workspace-ID', '', 403],
    ['two X-Workspace-ID headers', ['ws_1', 'ws_1'], 400],
    ['two workspaces in one X-Workspace-ID', 'ws_1, ws_2', 400],
  ];
  for (const [name, value, status] of workspaces) {
    it(`answers ${status} to a request with ${name}`, async () => {
      const key = gateway().verification.createKey(['read:leads']);
      const headers: Record<string, string | string[]> = value === undefined ? {} : { 'x-workspace-id': value };
      expect((await sendRequest(`${gateway().live}/v1/leads/1`, { key, headers })).status).to.equal(status);
      expect(gateway().stub.received).to.have.length(status === 200 ? 1 : 0);
    });
  }

  const calls: [string[], string, string, number][] = [
    [['read:leads'], 'GET', '/v1/leads', 200],
    [['read:leads'], 'HEAD', '/v1/leads', 200],
    [['read:leads'], 'POST', '/v1/leads', 403],
    [['write:leads'], 'POST', '/v1/leads', 200],
    [['write:leads'], 'GET', '/v1/leads', 403],
    [['read:agents', 'webhooks'], 'GET', '/v1/leads', 403],
    [['read:leads'], 'GET', '/v1/agents/1/leads', 403],
    [['read:agents', 'read:leads'], 'GET', '/v1/agents/1/leads', 200],
    [['admin'], 'GET', '/v1/agents/1/leads', 200],
    [['admin'], 'DELETE', '/v1/leads/1', 200],
    [[], 'GET', '/v1/units/1', 200],
    [[], 'GET', '/v1/leads', 403],
    [['read:leads', 'write:leads'], 'POST', '/v1/leads/bulk', 403],
  ];
  for (const [scopes, method, path, status] of calls) {
    it(`answers ${status} to ${method} ${path} with the scopes [${scopes.join(' ')}]`, async () => {
      const reply = await sendRequest(`${gateway().live}${path}`, {
        method,
        key: gateway().verification.createKey(scopes),
      });
      expect(reply.status).to.equal(status);
      if (status === 403) {
        expect(reply.json).to.have.nested.property('error.code', 'FORBIDDEN');
        expect(gateway().stub.received).to.deep.equal([]);
      }
    });
  }
});
