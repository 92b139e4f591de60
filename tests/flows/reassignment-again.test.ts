import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

const perBulk = 100;
const bulks = 4;
const later = 5;

describe('the leads of an agent who is deactivated, comes back and is deactivated again at once', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let agents: { readonly leaver: string; readonly first: string; readonly second: string };

  async function invite(name: string): Promise<string> {
    return (await workspace.api.create('/v1/agents', { name, email: `${name}@example.com` })).id;
  }

  async function give(name: string, count: number): Promise<void> {
    const lead = (row: number) => ({ name, email: `${name}.${row}@example.com`, assigned_agent: agents.leaver });
    const leads = Array.from({ length: count }, (_, row) => lead(row));
    expect((await workspace.api.post('/v1/leads/bulk', { leads })).status).equal(201);
  }

  async function leave(assignee?: string): Promise<void> {
    const body = assignee ? { reassign_leads_to: assignee } : {};
    expect((await workspace.api.post(`/v1/agents/${agents.leaver}/deactivate`, body)).status).equal(200);
  }

  const countOf = async (agent: string): Promise<unknown> => {
    const { body } = await workspace.api.get(`/v1/leads?agent_id=${agent}&per_page=1`);
    return Reflect.get(Object(Reflect.get(Object(body), 'meta')), 'total');
  };

  beforeEach(async () => {
    workspace = await newWorkspace();
    agents = { leaver: await invite('leaver'), first: await invite('first'), second: await invite('second') };
    for (let bulk = 0; bulk < bulks; bulk += 1) await give(`early.${bulk}`, perBulk);
    await leave(agents.first);
    const back = await workspace.api.put(`/v1/agents/${agents.leaver}`, { status: 'active' });
    expect(back.status).equal(200);
    await give('late', later);
  });

  /** How many the leaver and the two assignees have in the end. */
  async function assertCounts(...expected: number[]): Promise<void> {
    const all = [agents.leaver, agents.first, agents.second];
    await eventually(async () => expect(await Promise.all(all.map(countOf))).eql(expected), 60_000);
  }

  it('go to the assignee of the departure that they were there for', async () => {
    await leave(agents.second);
    await assertCounts(0, perBulk * bulks, later);
  });

  it('stay when they came after the return and nobody is named', async () => {
    await leave();
    await assertCounts(later, perBulk * bulks, 0);
  });
});
