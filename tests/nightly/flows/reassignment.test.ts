import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { createLeads, readTotal } from '../../support/listings-and-leads.js';
import { startReceiver } from '../../support/receiver.js';
import { system } from '../../support/system.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

const timeoutMs = 60_000;

/** Workspace with agents whose leads are reassigned. */
class Staff {
  readonly workspace: TestWorkspace;

  constructor(workspace: TestWorkspace) {
    this.workspace = workspace;
  }

  async createAgent(name: string): Promise<string> {
    return (await this.workspace.api.create('/v1/agents', { name, email: `${name}@example.com` })).id;
  }

  createLeads(agentId: string, count: number, name = 'lead'): Promise<string[]> {
    return createLeads(this.workspace.api, count, name, { assigned_agent: agentId });
  }

  async deactivate(agentId: string, assigneeId?: string): Promise<void> {
    const body = assigneeId === undefined ? {} : { reassign_leads_to: assigneeId };
    const answer = await this.workspace.api.post(`/v1/agents/${agentId}/deactivate`, body);
    expect([answer.status, answer.record.status]).to.deep.equal([200, 'inactive']);
  }

  countLeads(...agentIds: string[]): Promise<unknown[]> {
    const { api } = this.workspace;
    return Promise.all(agentIds.map((id) => readTotal(api, `/v1/leads?agent_id=${id}&per_page=1`)));
  }

  async expectLeads(counts: Readonly<Record<string, number>>): Promise<void> {
    const agentIds = Object.keys(counts);
    await eventually(
      async () => expect(await this.countLeads(...agentIds)).to.deep.equal(Object.values(counts)),
      timeoutMs,
    );
  }
}

describe("the reassignment of a deactivated agent's leads", () => {
  const leadCount = 250;
  let staff: Staff;
  const receiver = useFixturePerTest(startReceiver);
  let leaver: string;
  let assignee: string;

  beforeEach(async () => {
    staff = new Staff(await newWorkspace());
    const events = ['lead.assigned', 'agent.deactivated'];
    await staff.workspace.api.create('/v1/webhooks', { url: receiver().url, events });
    [leaver, assignee] = [await staff.createAgent('leaver'), await staff.createAgent('assignee')];
  });

  /** Lead ids from the lead.assigned events for the agent, one per event. */
  const readAssigned = (agentId: string): string[] =>
    receiver().received.flatMap(({ body }) => {
      const { event, data } = JSON.parse(body);
      return event === 'lead.assigned' && data.assigned_agent === agentId ? [String(data.id)] : [];
    });

  async function expectAllReassigned(): Promise<void> {
    await staff.expectLeads({ [assignee]: leadCount });
    expect(await staff.countLeads(leaver)).to.deep.equal([0]);
    await eventually(() => expect(new Set(readAssigned(assignee)).size).to.equal(leadCount), timeoutMs);
  }

  it('gives the leads to the chosen assignee, with one lead.assigned each', async () => {
    await staff.createLeads(leaver, leadCount);
    await staff.deactivate(leaver, assignee);
    await expectAllReassigned();
    expect(readAssigned(assignee)).to.have.length(leadCount);
  });

  it('gives the leads to the last assignee when assignees are deactivated in quick succession', async () => {
    await staff.createLeads(leaver, leadCount);
    const last = await staff.createAgent('last');
    await staff.deactivate(leaver, assignee);
    await staff.deactivate(assignee, last);
    await staff.expectLeads({ [last]: leadCount });
    expect(await staff.countLeads(leaver, assignee)).to.deep.equal([0, 0]);
  });

  it('includes leads that are stored while the agent is being deactivated', async () => {
    const statuses: number[] = [];
    let row = 0;
    const createLead = () => {
      const email = `late.${row++}@example.com`;
      return staff.workspace.api.post('/v1/leads', { name: 'Late', email, assigned_agent: leaver });
    };
    // Repeats until a creation gets a 422, because the agent is then inactive.
    const created = Promise.all(
      Array.from({ length: 24 }, async () => {
        let status: number;
        do {
          status = (await createLead()).status;
          statuses.push(status);
        } while (status === 201);
      }),
    );
    await eventually(() => expect(statuses.length).to.be.greaterThan(24));
    await staff.deactivate(leaver, assignee);
    await created;
    expect(new Set(statuses)).to.deep.equal(new Set([201, 422]));
    const stored = statuses.filter((status) => status === 201).length;
    await staff.expectLeads({ [leaver]: 0, [assignee]: stored });
  });

  it('is completed even if pipeline is killed during the reassignment', async () => {
    await staff.createLeads(leaver, leadCount);
    await staff.deactivate(leaver, assignee);
    await eventually(async () => expect(Number((await staff.countLeads(assignee))[0])).to.be.greaterThan(0));
    await system().kill('pipeline');
    await system().whenReady('pipeline');
    await expectAllReassigned();
  });
});

describe('the reassignment of the leads of an agent who is deactivated, reactivated and immediately deactivated again', () => {
  const earlierCount = 200;
  const laterCount = 5;
  let staff: Staff;
  let leaver: string;
  let first: string;
  let second: string;

  beforeEach(async () => {
    staff = new Staff(await newWorkspace());
    [leaver, first, second] = [
      await staff.createAgent('leaver'),
      await staff.createAgent('first'),
      await staff.createAgent('second'),
    ];
    await staff.createLeads(leaver, earlierCount, 'earlier');
    await staff.deactivate(leaver, first);
    const reactivated = await staff.workspace.api.put(`/v1/agents/${leaver}`, { status: 'active' });
    expect(reactivated.status).to.equal(200);
    await staff.createLeads(leaver, laterCount, 'later');
  });

  it('gives each lead to the assignee chosen at the deactivation that followed it', async () => {
    await staff.deactivate(leaver, second);
    await staff.expectLeads({ [leaver]: 0, [first]: earlierCount, [second]: laterCount });
  });

  it('keeps leads from after the reactivation when the second deactivation has no assignee', async () => {
    await staff.deactivate(leaver);
    await staff.expectLeads({ [leaver]: laterCount, [first]: earlierCount, [second]: 0 });
  });
});
