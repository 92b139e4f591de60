import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startReassignments } from '../../support/reassignment-fixture.js';

describe('reassigned leads whose assignee is deactivated', () => {
  const reassignments = useFixturePerTest(startReassignments);

  for (const order of ['in their order', 'the other way round', 'at the same time']) {
    it(`go to the last assignee when the events arrive ${order}`, async () => {
      const { createLeads, deactivate, consumeEvent, countLeads } = reassignments();
      await createLeads('agent_x', 70);
      await createLeads('agent_y', 30);
      await deactivate('agent_x', 'agent_y');
      await deactivate('agent_y', 'agent_z');
      const agents = ['agent_x', 'agent_y'];
      if (order === 'at the same time') await Promise.all(agents.map(consumeEvent));
      else for (const agent of order === 'in their order' ? agents : agents.reverse()) await consumeEvent(agent);
      expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 100]);
    });
  }

  it('go directly to the last assignee, each assigned once, with one call to team per batch', async () => {
    const { createLeads, deactivate, consumeEvent } = reassignments();
    await createLeads('agent_x', 60);
    await deactivate('agent_x', 'agent_y');
    await deactivate('agent_y', 'agent_z');
    const [assigned, asked] = [await reassignments().countAssignments(), reassignments().countReads()];
    await consumeEvent('agent_x');
    expect((await reassignments().countAssignments()) - assigned).to.equal(60);
    expect(reassignments().countReads() - asked).to.equal(3);
  });

  it('follow an assignee who is deactivated and activated during the reassignment', async () => {
    const { createLeads, deactivate, activate, consumeEvent, countLeads, interruptSecondBatch } = reassignments();
    await createLeads('agent_x', 120);
    await deactivate('agent_x', 'agent_y');
    interruptSecondBatch(async () => {
      await deactivate('agent_y', 'agent_z');
      await activate('agent_y');
    });
    await consumeEvent('agent_x');
    await createLeads('agent_y', 3);
    // One batch of the leads went directly to the assignee's own assignee. Two leads are still with their first
    // assignee.
    expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 103, 20]);
    await consumeEvent('agent_y');
    expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 3, 120]);
  });

  it('remain with a last assignee who is deactivated without an assignee, until one is set', async () => {
    const { createLeads, deactivate, consumeEvent, countLeads } = reassignments();
    await createLeads('agent_x', 3);
    await deactivate('agent_x', 'agent_y');
    await deactivate('agent_y');
    await consumeEvent('agent_x');
    expect(await countLeads('agent_x', 'agent_y')).to.deep.equal([0, 3]);
    await deactivate('agent_y', 'agent_z');
    await consumeEvent('agent_y');
    expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 3]);
  });

  it('remain with an assignee who was reactivated before, or deactivated again without an assignee', async () => {
    const { createLeads, deactivate, activate, consumeEvent, countLeads } = reassignments();
    await createLeads('agent_x', 3);
    await deactivate('agent_y', 'agent_z');
    await activate('agent_y');
    await deactivate('agent_x', 'agent_y');
    await deactivate('agent_y');
    await consumeEvent('agent_x');
    await consumeEvent('agent_y');
    await reassignments().runWorker(6_000);
    expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 3, 0]);
  });

  it("return to a reactivated agent if that agent is the assignee's assignee, without a new assignment", async () => {
    const { createLeads, deactivate, activate, consumeEvent, countLeads } = reassignments();
    await createLeads('agent_x', 60);
    await deactivate('agent_x', 'agent_y');
    await activate('agent_x');
    await deactivate('agent_y', 'agent_x');
    const assigned = await reassignments().countAssignments();
    for (const agent of ['agent_x', 'agent_y', 'agent_x']) await consumeEvent(agent);
    expect(await countLeads('agent_x', 'agent_y')).to.deep.equal([60, 0]);
    expect(await reassignments().countAssignments()).to.equal(assigned);
    await deactivate('agent_x', 'agent_z');
    await consumeEvent('agent_x');
    expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 60]);
  });
});
