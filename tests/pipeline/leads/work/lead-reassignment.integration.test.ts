import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startReassignments } from '../../support/reassignment-fixture.js';

const [dueMs, finalMs, muchLaterMs] = [6_000, 70_000, 200_000];

describe('leads that are assigned to an agent during the deactivation', () => {
  const reassignments = useFixturePerTest(startReassignments);

  async function reassign(agent: string, assignee: string): Promise<void> {
    await reassignments().deactivate(agent, assignee);
    await reassignments().consumeEvent(agent);
  }

  it('go to the assignee with the others if they are stored before the event is consumed', async () => {
    await reassignments().deactivate('agent_x', 'agent_y');
    await reassignments().createLeads('agent_x', 3);
    await reassignments().consumeEvent('agent_x');
    expect(await reassignments().countLeads('agent_y')).to.deep.equal([3]);
  });

  it('go to the assignee moments later if they are stored after that, each assigned once', async () => {
    await reassignments().createLeads('agent_x', 2);
    await reassign('agent_x', 'agent_y');
    await reassignments().createLeads('agent_x', 60);
    const assigned = await reassignments().countAssignments();
    await reassignments().runWorker(0);
    expect(await reassignments().countLeads('agent_y')).to.deep.equal([2]);
    for (let time = 0; time < 2; time += 1) await reassignments().runWorker(dueMs * (time + 1));
    expect(await reassignments().countLeads('agent_x', 'agent_y')).to.deep.equal([0, 62]);
    expect((await reassignments().countAssignments()) - assigned).to.equal(60);
  });

  it('go to the last assignee', async () => {
    await reassign('agent_x', 'agent_y');
    await reassign('agent_y', 'agent_z');
    await reassignments().createLeads('agent_x', 3);
    await reassignments().createLeads('agent_y', 3);
    await reassignments().runWorker(dueMs);
    expect(await reassignments().countLeads('agent_z')).to.deep.equal([6]);
  });

  it('remain with the agent if the agent was reactivated', async () => {
    await reassign('agent_x', 'agent_y');
    await reassignments().activate('agent_x');
    await reassignments().createLeads('agent_x', 3);
    await reassignments().runWorker(dueMs);
    expect(await reassignments().countLeads('agent_x', 'agent_y')).to.deep.equal([3, 0]);
  });

  it('are searched for until no earlier request can be running', async () => {
    await reassign('agent_x', 'agent_y');
    await reassignments().runWorker(dueMs);
    await reassignments().createLeads('agent_x', 1);
    await reassignments().runWorker(finalMs);
    expect(await reassignments().countLeads('agent_y')).to.deep.equal([1]);
    const asked = reassignments().countReads();
    await reassignments().runWorker(muchLaterMs);
    expect(reassignments().countReads()).to.equal(asked);
  });

  it('are reassigned after an outage of the service', async () => {
    await reassign('agent_x', 'agent_y');
    await reassignments().createLeads('agent_x', 1);
    await reassignments().runWorker(muchLaterMs);
    expect(await reassignments().countLeads('agent_y')).to.deep.equal([1]);
  });

  it('are reassigned once the team service responds again', async () => {
    await reassign('agent_x', 'agent_y');
    await reassignments().createLeads('agent_x', 1);
    reassignments().setTeamAvailable(false);
    await reassignments().runWorker(muchLaterMs);
    reassignments().setTeamAvailable(true);
    await reassignments().runWorker(muchLaterMs);
    expect(await reassignments().countLeads('agent_y')).to.deep.equal([0]);
    await reassignments().runWorker(muchLaterMs + dueMs);
    expect(await reassignments().countLeads('agent_y')).to.deep.equal([1]);
  });

  it('are all reassigned even if the worker fails after the first batch', async () => {
    await reassign('agent_x', 'agent_y');
    await reassignments().createLeads('agent_x', 60);
    const { leads } = reassignments().pipeline.context;
    const changeBatch = leads.changeBatch.bind(leads);
    let batches = 0;
    leads.changeBatch = async (...call) => {
      batches += 1;
      if (batches === 2) throw new Error('cut off');
      return changeBatch(...call);
    };
    await reassignments().runWorker(finalMs);
    expect(await reassignments().countLeads('agent_y')).to.deep.equal([50]);
    await reassignments().runWorker(finalMs + dueMs);
    expect(await reassignments().countLeads('agent_y')).to.deep.equal([60]);
  });
});
