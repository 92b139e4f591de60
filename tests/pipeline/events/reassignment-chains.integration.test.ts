import { expect } from 'chai';
import { type Reassignments, startReassignments } from './reassignment-fixture.js';

describe('leads whose assignee leaves too', () => {
  let reassignments: Reassignments;
  beforeEach(async () => {
    reassignments = await startReassignments();
  });
  afterEach(() => reassignments.pipeline.stop());

  for (const order of ['in their order', 'the other way round', 'at once']) {
    it(`end on the last of the assignees when the reassignments come ${order}`, async () => {
      const { give, leave, told, counts } = reassignments;
      await give('agent_x', 70);
      await give('agent_y', 30);
      await leave('agent_x', 'agent_y');
      await leave('agent_y', 'agent_z');
      const agents = ['agent_x', 'agent_y'];
      if (order === 'at once') await Promise.all(agents.map(told));
      else for (const agent of order === 'in their order' ? agents : agents.reverse()) await told(agent);
      expect(await counts('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 100]);
    });
  }

  it('go straight to the last of the assignees, each assigned once, and team is asked once a batch', async () => {
    const { give, leave, told } = reassignments;
    await give('agent_x', 60);
    await leave('agent_x', 'agent_y');
    await leave('agent_y', 'agent_z');
    const [assigned, asked] = [await reassignments.assignments(), reassignments.asked()];
    await told('agent_x');
    expect((await reassignments.assignments()) - assigned).to.equal(60);
    expect(reassignments.asked() - asked).to.equal(3);
  });

  it('follow the assignee who leaves in the middle of the reassignment and comes back at once', async () => {
    const { give, leave, comeBack, told, counts, pipeline } = reassignments;
    await give('agent_x', 120);
    await leave('agent_x', 'agent_y');
    const { leads } = pipeline.context;
    const changeBatch = leads.changeBatch.bind(leads);
    let batches = 0;
    leads.changeBatch = async (...call) => {
      batches += 1;
      if (batches === 2) {
        await leave('agent_y', 'agent_z');
        await comeBack('agent_y');
      }
      return changeBatch(...call);
    };
    await told('agent_x');
    await give('agent_y', 3);
    // One batch of the leads went to the assignee's assignee at once, two are still where they were sent first.
    expect(await counts('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 103, 20]);
    await told('agent_y');
    expect(await counts('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 3, 120]);
  });

  it('stay with the last of the assignees when that one leaves them to nobody, until they are handed over', async () => {
    const { give, leave, told, counts } = reassignments;
    await give('agent_x', 3);
    await leave('agent_x', 'agent_y');
    await leave('agent_y');
    await told('agent_x');
    expect(await counts('agent_x', 'agent_y')).to.deep.equal([0, 3]);
    await leave('agent_y', 'agent_z');
    await told('agent_y');
    expect(await counts('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 3]);
  });

  it('stay with an assignee who had come back before, or left again without an assignee', async () => {
    const { give, leave, comeBack, told, counts } = reassignments;
    await give('agent_x', 3);
    await leave('agent_y', 'agent_z');
    await comeBack('agent_y');
    await leave('agent_x', 'agent_y');
    await leave('agent_y');
    await told('agent_x');
    await told('agent_y');
    await reassignments.sweep(6_000);
    expect(await counts('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 3, 0]);
  });

  it('come back to one who has come back, when the assignee leaves them there, and are not assigned for that', async () => {
    const { give, leave, comeBack, told, counts } = reassignments;
    await give('agent_x', 60);
    await leave('agent_x', 'agent_y');
    await comeBack('agent_x');
    await leave('agent_y', 'agent_x');
    const assigned = await reassignments.assignments();
    for (const agent of ['agent_x', 'agent_y', 'agent_x']) await told(agent);
    expect(await counts('agent_x', 'agent_y')).to.deep.equal([60, 0]);
    expect(await reassignments.assignments()).to.equal(assigned);
    await leave('agent_x', 'agent_z');
    await told('agent_x');
    expect(await counts('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 60]);
  });
});
