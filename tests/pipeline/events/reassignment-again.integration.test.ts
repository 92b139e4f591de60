import { expect } from 'chai';
import { type Reassignments, startReassignments } from './reassignment-fixture.js';

const agents = ['agent_x', 'agent_y', 'agent_z'] as const;

describe('leads of an agent who is deactivated, comes back and is deactivated again', () => {
  let reassignments: Reassignments;
  beforeEach(async () => {
    reassignments = await startReassignments();
  });
  afterEach(() => reassignments.pipeline.stop());

  /** Leads of the first departure, and five more for the second, whose assignee may be none. */
  async function leaveTwice(leads: number, assignee?: string): Promise<void> {
    const { give, leave, comeBack } = reassignments;
    await give('agent_x', leads);
    await leave('agent_x', 'agent_y');
    await comeBack('agent_x');
    await give('agent_x', 5);
    await leave('agent_x', assignee);
  }

  it('go to the assignee of the departure that they were there for, though the agent left again before they were moved', async () => {
    await leaveTwice(30, 'agent_z');
    for (const _ of ['first', 'second', 'second again']) await reassignments.told('agent_x');
    expect(await reassignments.counts(...agents)).to.deep.equal([0, 30, 5]);
  });

  it('stay when they came after the return and the second departure names nobody', async () => {
    await leaveTwice(30);
    await reassignments.told('agent_x');
    for (const laterMs of [6_000, 70_000]) await reassignments.sweep(laterMs);
    expect(await reassignments.counts(...agents)).to.deep.equal([5, 30, 0]);
  });

  it('all go where they were to go when the agent leaves again in the middle of a long reassignment', async () => {
    const { give, leave, comeBack, told, counts, pipeline } = reassignments;
    await give('agent_x', 220);
    await leave('agent_x', 'agent_y');
    const { leads } = pipeline.context;
    const changeBatch = leads.changeBatch.bind(leads);
    let batches = 0;
    leads.changeBatch = async (...call) => {
      batches += 1;
      if (batches === 2) {
        await comeBack('agent_x');
        await give('agent_x', 5);
        await leave('agent_x', 'agent_z');
        await told('agent_x');
      }
      return changeBatch(...call);
    };
    await told('agent_x');
    expect(await counts(...agents)).to.deep.equal([0, 220, 5]);
    expect(await reassignments.assignments()).to.equal(225 + 225);
  });

  it('go to the assignee of the time when they were stored while the agent was away, though the agent is back', async () => {
    const { give, leave, comeBack, told, counts } = reassignments;
    await leave('agent_x', 'agent_y');
    await give('agent_x', 3);
    await comeBack('agent_x');
    await give('agent_x', 4);
    await told('agent_x');
    expect(await counts(...agents)).to.deep.equal([4, 3, 0]);
  });

  it('are the first assignee’s when two are named for one departure, and those stored later the second’s', async () => {
    const { give, leave, told, counts } = reassignments;
    await give('agent_x', 3);
    await leave('agent_x', 'agent_y');
    await leave('agent_x', 'agent_z');
    await give('agent_x', 2);
    await told('agent_x');
    expect(await counts(...agents)).to.deep.equal([0, 3, 2]);
  });
});
