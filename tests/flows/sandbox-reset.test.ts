import { expect } from 'chai';
import { ApiClient } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { newPerson } from '../support/person.js';
import { startReceiver } from '../support/receiver.js';
import { system } from '../support/system.js';
import { useFixture } from '../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

const lists = ['/v1/leads', '/v1/properties', '/v1/units', '/v1/agents', '/v1/teams', '/v1/deals', '/v1/invoices'];

describe('A reset of the sandbox', () => {
  const receiver = useFixture(startReceiver);

  const count = async (client: ApiClient, path: string) => (await client.get(path)).records.length;
  const countAll = (client: ApiClient) => Promise.all(lists.map((path) => count(client, path)));

  /** One record of each kind. A unit is sold. */
  async function fill(client: ApiClient): Promise<void> {
    const location = { area: 'Marina', city: 'Dubai', country: 'AE' };
    const { id: property_id } = await client.create('/v1/properties', { name: 'Heights', type: 'apartment', location });
    const unit = { property_id, name: 'A-1', price: { amount: 100, currency: 'USD' } };
    const { id: unitId } = await client.create('/v1/units', unit);
    await client.create('/v1/teams', { name: 'North' });
    const agent = { name: 'Ana', email: `ana.${property_id}@example.com`, role: 'agent' };
    await client.create('/v1/agents', agent);
    const { id } = await client.create('/v1/leads', { name: 'Noor', email: 'noor@example.com' });
    const won = await client.post(`/v1/leads/${id}/won`, { property_id: unitId, deal_value: 100 });
    expect(won.status, won.text).to.equal(200);
  }

  async function reset({ id }: TestWorkspace, token: string): Promise<void> {
    const headers = { 'x-workspace-id': id };
    const answer = await new ApiClient(system().urls.auth, token).post('/auth/sandbox/reset', undefined, headers);
    expect(answer.status, answer.text).to.equal(202);
  }

  it("removes one workspace's data from every service, ends its deliveries, and keeps its keys and webhooks", async () => {
    const [workspace, neighbour] = [await newWorkspace(), await newWorkspace()];
    const { sandbox, api } = workspace;
    const owner = await newPerson(workspace, 'owner');
    receiver().answer = (response) => void response.writeHead(500).end();
    const { id: webhookId } = await sandbox.create('/v1/webhooks', { url: receiver().url, events: ['lead.created'] });
    for (const client of [sandbox, api, neighbour.sandbox]) await fill(client);
    const live = await countAll(api);
    const deliveries = `/v1/webhooks/${webhookId}/deliveries`;
    await eventually(async () => expect(await count(sandbox, deliveries)).to.equal(1));

    await reset(workspace, owner.token);
    const during = await sandbox.create('/v1/leads', { name: 'During', email: 'during@example.com' });
    await eventually(async () => {
      expect(await countAll(sandbox)).to.deep.equal([1, 0, 0, 0, 0, 0, 0]);
      expect((await sandbox.get('/v1/leads')).records[0]?.id).to.equal(during.id);
      const logged = (await sandbox.get(deliveries)).records;
      expect(logged.map(({ event }) => event)).to.deep.equal(['lead.created']);
      expect((await sandbox.get('/v1/analytics/overview')).text).to.include('"total":1,');
    }, 30_000);
    expect(await countAll(api), 'live').to.deep.equal(live);
    expect(await countAll(neighbour.sandbox), 'another workspace').to.deep.equal([1, 1, 1, 1, 1, 1, 1]);

    const seen = receiver().received.length;
    receiver().answer = (response) => void response.end();
    const fresh = await sandbox.create('/v1/leads', { name: 'Fresh', email: 'noor@example.com' });
    await eventually(() => {
      const bodies = receiver().received.slice(seen);
      expect(bodies.some(({ body }) => body.includes(fresh.id))).to.equal(true);
    });
    await fill(sandbox);
  });
});
