import { createRecordKeyRequest, type KeyRequest, sumUp } from '@plotline/gateway/edge/key-traffic';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { ManualTime } from '../../support/manual-time.js';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

const request: KeyRequest = {
  keyId: 'key_1',
  workspaceId: 'ws_1',
  mode: 'live',
  requestId: 'req_1',
  at: 1_772_000_000_000,
  method: 'GET',
  path: '/v1/leads/{id}',
  query: ['expand'],
  status: 200,
  durationMs: 12.345,
};

/** Gateway that stores the requests that it records. */
async function startRecordingGateway() {
  const recorded: KeyRequest[] = [];
  const gateway = await startGatewayFixture({ recordKeyRequest: (one) => recorded.push(one) });
  return { ...gateway, recorded };
}

describe('gateway record of requests with keys', () => {
  const gateway = useFixture(startRecordingGateway);
  beforeEach(() => void gateway().recorded.splice(0));

  it("contains the contract's path and the names of parameters, but no values", async () => {
    const key = gateway().verification.createKey(['read:leads']);
    const target = '/v1/leads/lead_1?expand=agent&expand=x&Noor%20Haddad&search=noor%40example.com';
    const { headers } = await sendRequest(`${gateway().live}${target}`, { key });
    await eventually(() => expect(gateway().recorded).to.have.length(1));
    const [recorded] = gateway().recorded;
    expect(recorded).to.deep.include({
      mode: 'live',
      workspaceId: 'ws_1',
      requestId: headers['x-request-id'],
      method: 'GET',
      path: '/v1/leads/{id}',
      query: ['expand', 'search'],
      status: 200,
    });
    expect(recorded?.durationMs).to.be.greaterThan(0);
  });

  it('contains refused requests, and requests to unknown paths without the path, but none by people or with invalid keys', async () => {
    const { verification, live, recorded } = gateway();
    const key = verification.createKey(['read:leads']);
    await sendRequest(`${live}/v1/unknown/secret`, { key });
    await sendRequest(`${live}/v1/leads`, { key, method: 'POST' });
    await sendRequest(`${live}/v1/leads/1`, { key: verification.createSession() });
    await sendRequest(`${live}/v1/leads/1`, { key: 'pl_live_wrong' });
    await eventually(() => expect(recorded.map(({ status }) => status)).to.deep.equal([404, 403]));
    expect(recorded.map(({ path }) => path)).to.deep.equal(['', '/v1/leads']);
  });
});

describe('gateway sumUp', () => {
  it("counts each key's requests by outcome, and logs the first twenty", () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ ...request, status: index < 5 ? 404 : 503 }));
    const [first, second, ...others] = sumUp([...many, { ...request, keyId: 'key_2', mode: 'sandbox' }]);
    expect(first).to.include({ key_id: 'key_1', mode: 'live', requests: 25, client_errors: 5, server_errors: 20 });
    expect(first?.logged).to.have.length(20);
    expect(second).to.include({ key_id: 'key_2', mode: 'sandbox', requests: 1, client_errors: 0, server_errors: 0 });
    expect(second?.logged).to.deep.equal([
      {
        request_id: 'req_1',
        at: 1_772_000_000_000,
        method: 'GET',
        path: '/v1/leads/{id}',
        query: ['expand'],
        status: 200,
        duration_ms: 12.3,
      },
    ]);
    expect(others).to.deep.equal([]);
  });
});

describe('gateway createRecordKeyRequest', () => {
  it('calls the auth service at most once a second, with at most 500 keys, and continues after a failure', async () => {
    const time = new ManualTime();
    const calls: number[] = [];
    const send = async (keys: readonly unknown[]) => {
      calls.push(keys.length);
      if (calls.length === 1) throw new Error('away');
    };
    const record = createRecordKeyRequest({ send, log: createLog('gateway', 'silent'), time });
    record(request);
    await eventually(() => expect(calls).to.deep.equal([1]));
    for (let index = 0; index < 501; index += 1) record({ ...request, keyId: `key_${index}` });
    expect(calls).to.deep.equal([1]);
    await time.passUntil(() => expect(calls).to.deep.equal([1, 500, 1]), 500);
  });
});
