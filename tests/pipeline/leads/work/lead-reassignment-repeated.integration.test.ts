import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startReassignments } from '../../support/reassignment-fixture.js';

const agents = ['agent_x', 'agent_y', 'agent_z'] as const;

describe('leads of an agent who is deactivated, activated and deactivated again', () => {
  const reassignments = useFixturePerTest(startReassignments);

  /** Leads for the first deactivation, and five more for the second, which may have no assignee. */
  async function deactivateTwice(leads: number, assignee?: string): Promise<void> {
    const { createLeads, deactivate, activate } = reassignments();
    await createLeads('agent_x', leads);
    await deactivate('agent_x', 'agent_y');
    await activate('agent_x');
    await createLeads('agent_x', 5);
    await deactivate('agent_x', assignee);
  }

  it('go to the assignee of the deactivation that follows their assignment, even if they are moved after the second one', async () => {
    await deactivateTwice(30, 'agent_z');
    for (const _ of ['first', 'second', 'second again']) await reassignments().consumeEvent('agent_x');
    expect(await reassignments().countLeads(...agents)).to.deep.equal([0, 30, 5]);
  });

  it('are kept if they were assigned after the reactivation and the second deactivation has no assignee', async () => {
    await deactivateTwice(30);
    await reassignments().consumeEvent('agent_x');
    for (const laterMs of [6_000, 70_000]) await reassignments().runWorker(laterMs);
    expect(await reassignments().countLeads(...agents)).to.deep.equal([5, 30, 0]);
  });

  it('go to their assignees when the second deactivation comes during a long reassignment', async () => {
    const { createLeads, deactivate, activate, consumeEvent, countLeads, interruptSecondBatch } = reassignments();
    await createLeads('agent_x', 220);
    await deactivate('agent_x', 'agent_y');
    interruptSecondBatch(async () => {
      await activate('agent_x');
      await createLeads('agent_x', 5);
      await deactivate('agent_x', 'agent_z');
      await consumeEvent('agent_x');
    });
    await consumeEvent('agent_x');
    expect(await countLeads(...agents)).to.deep.equal([0, 220, 5]);
    expect(await reassignments().countAssignments()).to.equal(225 + 225);
  });

  it('go to the assignee if they were stored while the agent was inactive, even after the reactivation', async () => {
    const { createLeads, deactivate, activate, consumeEvent, countLeads } = reassignments();
    await deactivate('agent_x', 'agent_y');
    await createLeads('agent_x', 3);
    await activate('agent_x');
    await createLeads('agent_x', 4);
    await consumeEvent('agent_x');
    expect(await countLeads(...agents)).to.deep.equal([4, 3, 0]);
  });

  it('go to the first assignee, or to the second if they were assigned after the first one was chosen', async () => {
    const { createLeads, deactivate, consumeEvent, countLeads } = reassignments();
    await createLeads('agent_x', 3);
    await deactivate('agent_x', 'agent_y');
    await deactivate('agent_x', 'agent_z');
    await createLeads('agent_x', 2);
    await consumeEvent('agent_x');
    expect(await countLeads(...agents)).to.deep.equal([0, 3, 2]);
  });
});
