import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { system } from '../support/system.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

const perBulk = 100;
const bulks = 5;

describe('the leads of a deactivated agent', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let receiver: Receiver;

  beforeEach(async () => {
    workspace = await newWorkspace();
    receiver = await startReceiver();
    await workspace.api.create('/v1/webhooks', { url: receiver.url, events: ['lead.assigned', 'agent.deactivated'] });
  });

  afterEach(() => receiver.close());

  async function invite(name: string): Promise<string> {
    return (await workspace.api.create('/v1/agents', { name, email: `${name}@example.com` })).id;
  }

  /** Two agents; all leads are the first one's. */
  async function staffed(): Promise<{ readonly leaver: string; readonly assignee: string }> {
    const { api } = workspace;
    const [leaver, assignee] = [await invite('leaver'), await invite('assignee')];
    for (let bulk = 0; bulk < bulks; bulk += 1) {
      const leads = Array.from({ length: perBulk }, (_, row) => ({
        name: `Lead ${bulk} ${row}`,
        email: `lead.${bulk}.${row}@example.com`,
        assigned_agent: leaver,
      }));
      expect((await api.post('/v1/leads/bulk', { leads })).status).equal(201);
    }
    return { leaver, assignee };
  }

  const countOf = async (agent: string): Promise<unknown> => {
    const { body } = await workspace.api.get(`/v1/leads?agent_id=${agent}&per_page=1`);
    return Reflect.get(Object(Reflect.get(Object(body), 'meta')), 'total');
  };

  /** Ids of the leads that an event gave to the agent. */
  const givenTo = (agent: string): string[] =>
    receiver.received.flatMap(({ body }) => {
      const { event, data } = JSON.parse(body);
      return event === 'lead.assigned' && data.assigned_agent === agent ? [String(data.id)] : [];
    });

  async function assertHandedOver(leaver: string, assignee: string): Promise<void> {
    await eventually(async () => expect(await countOf(assignee)).equal(perBulk * bulks), 60_000);
    expect(await countOf(leaver)).equal(0);
    await eventually(() => expect(new Set(givenTo(assignee)).size).equal(perBulk * bulks), 60_000);
  }

  it('go to the one who is named, with one lead.assigned each', async () => {
    const { leaver, assignee } = await staffed();
    const answer = await workspace.api.post(`/v1/agents/${leaver}/deactivate`, { reassign_leads_to: assignee });
    expect([answer.status, answer.record.status]).eql([200, 'inactive']);
    await assertHandedOver(leaver, assignee);
    expect(givenTo(assignee)).length(perBulk * bulks);
  });

  it('end on the last of the assignees when the assignees leave in quick succession', async () => {
    const { leaver, assignee } = await staffed();
    const last = await invite('last');
    for (const [from, to] of [
      [leaver, assignee],
      [assignee, last],
    ]) {
      const answer = await workspace.api.post(`/v1/agents/${from}/deactivate`, { reassign_leads_to: to });
      expect(answer.status).equal(200);
    }
    await eventually(async () => expect(await countOf(last)).equal(perBulk * bulks), 60_000);
    expect([await countOf(leaver), await countOf(assignee)]).eql([0, 0]);
  });

  it('all go, those too which are stored while the agent is being deactivated', async () => {
    const [leaver, assignee] = [await invite('leaver'), await invite('assignee')];
    const lead = (row: number) =>
      workspace.api.post('/v1/leads', { name: 'Late', email: `late.${row}@example.com`, assigned_agent: leaver });
    const statuses: number[] = [];
    let row = 0;
    // Until the deactivation is seen: 422 for an agent who is inactive.
    const stored = Promise.all(
      Array.from({ length: 24 }, async () => {
        let status: number;
        do {
          status = (await lead(row++)).status;
          statuses.push(status);
        } while (status === 201);
      }),
    );
    await eventually(() => expect(statuses.length).greaterThan(24));
    await workspace.api.post(`/v1/agents/${leaver}/deactivate`, { reassign_leads_to: assignee });
    await stored;
    expect(new Set(statuses)).eql(new Set([201, 422]));
    const all = statuses.filter((status) => status === 201).length;
    await eventually(async () => expect([await countOf(leaver), await countOf(assignee)]).eql([0, all]), 60_000);
  });

  it('all arrive though pipeline dies on the way', async () => {
    const { leaver, assignee } = await staffed();
    await workspace.api.post(`/v1/agents/${leaver}/deactivate`, { reassign_leads_to: assignee });
    await eventually(async () => expect(Number(await countOf(assignee))).greaterThan(0));
    await system().kill('pipeline');
    await system().whenReady('pipeline');
    await assertHandedOver(leaver, assignee);
  });
});
