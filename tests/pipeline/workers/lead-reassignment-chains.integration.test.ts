import { expect } from 'chai';
import { type Reassignments, startReassignments } from '../support/reassignment-fixture.js';

describe('leads whose assignee leaves too', () => {
  let reassignments: Reassignments;
  beforeEach(async () => {
    reassignments = await startReassignments();
  });
  afterEach(() => reassignments.pipeline.stop());

  for (const order of ['in their order', 'the other way round', 'at once']) {
    it(`end on the last of the assignees when the reassignments come ${order}`, async () => {
      const { createLeads, deactivate, consumeEvent, countLeads } = reassignments;
      await createLeads('agent_x', 70);
      await createLeads('agent_y', 30);
      await deactivate('agent_x', 'agent_y');
      await deactivate('agent_y', 'agent_z');
      const agents = ['agent_x', 'agent_y'];
      if (order === 'at once') await Promise.all(agents.map(consumeEvent));
      else for (const agent of order === 'in their order' ? agents : agents.reverse()) await consumeEvent(agent);
      expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 100]);
    });
  }

  it('go straight to the last of the assignees, each assigned once, and team is asked once a batch', async () => {
    const { createLeads, deactivate, consumeEvent } = reassignments;
    await createLeads('agent_x', 60);
    await deactivate('agent_x', 'agent_y');
    await deactivate('agent_y', 'agent_z');
    const [assigned, asked] = [await reassignments.countAssignments(), reassignments.countReads()];
    await consumeEvent('agent_x');
    expect((await reassignments.countAssignments()) - assigned).to.equal(60);
    expect(reassignments.countReads() - asked).to.equal(3);
  });

  it('follow the assignee who leaves in the middle of the reassignment and comes back at once', async () => {
    const { createLeads, deactivate, activate, consumeEvent, countLeads, pipeline } = reassignments;
    await createLeads('agent_x', 120);
    await deactivate('agent_x', 'agent_y');
    const { leads } = pipeline.context;
    const changeBatch = leads.changeBatch.bind(leads);
    let batches = 0;
    leads.changeBatch = async (...call) => {
      batches += 1;
      if (batches === 2) {
        await deactivate('agent_y', 'agent_z');
        await activate('agent_y');
      }
      return changeBatch(...call);
    };
    await consumeEvent('agent_x');
    await createLeads('agent_y', 3);
    // One batch of the leads went to the assignee's assignee at once, two are still where they were sent first.
    expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 103, 20]);
    await consumeEvent('agent_y');
    expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 3, 120]);
  });

  it('stay with the last of the assignees when that one leaves them to nobody, until they are handed over', async () => {
    const { createLeads, deactivate, consumeEvent, countLeads } = reassignments;
    await createLeads('agent_x', 3);
    await deactivate('agent_x', 'agent_y');
    await deactivate('agent_y');
    await consumeEvent('agent_x');
    expect(await countLeads('agent_x', 'agent_y')).to.deep.equal([0, 3]);
    await deactivate('agent_y', 'agent_z');
    await consumeEvent('agent_y');
    expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 3]);
  });

  it('stay with an assignee who had come back before, or left again without an assignee', async () => {
    const { createLeads, deactivate, activate, consumeEvent, countLeads } = reassignments;
    await createLeads('agent_x', 3);
    await deactivate('agent_y', 'agent_z');
    await activate('agent_y');
    await deactivate('agent_x', 'agent_y');
    await deactivate('agent_y');
    await consumeEvent('agent_x');
    await consumeEvent('agent_y');
    await reassignments.runWorker(6_000);
    expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 3, 0]);
  });

  it('come back to one who has come back, when the assignee leaves them there, and are not assigned for that', async () => {
    const { createLeads, deactivate, activate, consumeEvent, countLeads } = reassignments;
    await createLeads('agent_x', 60);
    await deactivate('agent_x', 'agent_y');
    await activate('agent_x');
    await deactivate('agent_y', 'agent_x');
    const assigned = await reassignments.countAssignments();
    for (const agent of ['agent_x', 'agent_y', 'agent_x']) await consumeEvent(agent);
    expect(await countLeads('agent_x', 'agent_y')).to.deep.equal([60, 0]);
    expect(await reassignments.countAssignments()).to.equal(assigned);
    await deactivate('agent_x', 'agent_z');
    await consumeEvent('agent_x');
    expect(await countLeads('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 60]);
  });
});
