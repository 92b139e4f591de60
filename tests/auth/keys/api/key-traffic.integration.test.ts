import { newId } from '@plotline/kit/core/ids';
import { type KeyTraffic, KeyTrafficServiceService } from '@plotline/protos/plotline/auth/v1/key_traffic';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember, type Member } from '../../support/members.js';

describe('auth traffic log of API keys', () => {
  const auth = useFixture(startAuth);
  let workspaceId: string;
  let owner: Member;
  let keyId: string;
  beforeEach(async () => {
    workspaceId = (await auth().workspace(`Traffic ${newId('ws')}`)).id;
    owner = await addMember(auth(), workspaceId, 'owner');
    keyId = (await auth().key(workspaceId)).id;
  });

  const record = (keys: readonly Partial<KeyTraffic>[]) => {
    const none = { requests: 0, client_errors: 0, server_errors: 0, logged: [] };
    const of = { key_id: keyId, workspace_id: workspaceId, mode: 'live' };
    const request = { keys: keys.map((change) => ({ ...none, ...of, ...change })) };
    return auth().rpc(KeyTrafficServiceService.recordTraffic, request, { deadline: Date.now() + 10_000 });
  };
  const logOf = (status: number, change: object = {}) => ({
    request_id: `req_${status}`,
    at: Date.now() + status,
    method: 'GET',
    path: '/v1/leads/{id}',
    query: ['expand'],
    status,
    duration_ms: 12.4,
    ...change,
  });

  it('is listed newest first, and can be filtered by method and status class', async () => {
    await record([{ requests: 3, logged: [logOf(200), logOf(404, { path: '', query: [] })] }]);
    await record([{ requests: 1, logged: [logOf(503, { method: 'POST' })] }]);
    const list = async (query: string) => (await owner.ask('GET', `/auth/api-keys/${keyId}/requests${query}`)).data;
    const statuses = async (query: string) =>
      (await list(query)).map(({ status }: { readonly status: number }) => status);
    expect(await statuses('')).to.deep.equal([503, 404, 200]);
    expect(await statuses('?status=4xx')).to.deep.equal([404]);
    expect(await statuses('?method=GET')).to.deep.equal([404, 200]);
    const [newest] = await list('?status=2xx');
    expect(newest).to.deep.include({
      method: 'GET',
      path: '/v1/leads/{id}',
      query: ['expand'],
      status: 200,
      duration_ms: 12.4,
      request_id: 'req_200',
    });
    expect((await list('?status=4xx'))[0]).to.include({ path: null });
    const first = await owner.ask('GET', `/auth/api-keys/${keyId}/requests?per_page=2&cursor=`);
    const cursor = encodeURIComponent(first.body.meta.next_cursor);
    expect(await statuses(`?per_page=2&cursor=${cursor}`)).to.deep.equal([200]);
  });

  it('is totalled by hour, even when two gateways report the same hour at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => record([{ requests: 10, client_errors: 2, server_errors: 1 }])));
    const { data } = await owner.ask('GET', `/auth/api-keys/${keyId}/usage?period=24h`);
    expect(data).to.include({ period: '24h', interval: 'hour', requests: 50, client_errors: 10, server_errors: 5 });
    expect(data.points).to.have.length(24);
  });

  it('keeps at least the latest 10,000 requests of a key, and at most 500 more', async () => {
    const start = Date.now() - 3_600_000;
    for (let round = 0; round < 22; round += 1) {
      const logged = Array.from({ length: 500 }, (_, index) => logOf(200, { at: start + round * 500 + index }));
      await record([{ requests: 500, logged }]);
    }
    const { body } = await owner.ask('GET', `/auth/api-keys/${keyId}/requests?per_page=1`);
    expect(body.meta.total).to.be.within(10_000, 10_500);
  });

  it('is hidden from other workspaces, and from people who may not manage keys', async () => {
    await record([{ requests: 1, logged: [logOf(200)] }]);
    const other = (await auth().workspace(`Other ${newId('ws')}`)).id;
    const stranger = await addMember(auth(), other, 'owner');
    const agent = await addMember(auth(), workspaceId, 'agent');
    for (const path of ['requests', 'usage']) {
      expect((await stranger.ask('GET', `/auth/api-keys/${keyId}/${path}`)).status).to.equal(404);
      expect((await agent.ask('GET', `/auth/api-keys/${keyId}/${path}`)).status).to.equal(403);
    }
  });

  it('is refused for more than 500 keys in one call, and for an unknown mode', async () => {
    expect((await refusalOf(() => record(Array.from({ length: 501 }, () => ({}))))).code).to.equal('VALIDATION_ERROR');
    expect((await refusalOf(() => record([{ mode: 'test' }]))).code).to.equal('VALIDATION_ERROR');
  });
});
