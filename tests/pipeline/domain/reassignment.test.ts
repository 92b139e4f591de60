import { getReassignedBefore, type Reassignment, reassignLead } from '@plotline/pipeline/domain/reassignment';
import { expect } from 'chai';
import { sampleLead } from '../support/sample-lead.js';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute));
const now = at(59);

function reassignment(agent_id: string, assignee_id: string, from: number, to?: number): Reassignment {
  return { agent_id, assignee_id, at: at(from), until: to === undefined ? null : at(to) };
}

/** Whose a lead is that x got in that minute, and since when. */
function placeOf(minute: number, ...reassignments: Reassignment[]) {
  const lead = sampleLead({ assigned_agent: 'x', assigned_at: at(minute) });
  const { assigned_agent, assigned_at } = reassignLead(lead, reassignments, now);
  return [assigned_agent, assigned_at?.getUTCMinutes()];
}

describe('a lead of an agent who was deactivated', () => {
  it('goes to the assignee of the departure that it was there for, and counts as assigned at that moment', () => {
    const both = [reassignment('x', 'z', 30), reassignment('x', 'y', 10, 20)];
    expect(placeOf(5, ...both)).to.deep.equal(['y', 10]);
    expect(placeOf(25, ...both)).to.deep.equal(['z', 30]);
  });

  it('goes to the assignee of the time when it was stored while the agent was away', () => {
    expect(placeOf(15, reassignment('x', 'y', 10, 20), reassignment('x', 'z', 30))).to.deep.equal(['y', 15]);
  });

  it('stays the same lead when it came after the return, and in its place', () => {
    const lead = sampleLead({ assigned_agent: 'x', assigned_at: at(20) });
    expect(reassignLead(lead, [reassignment('x', 'y', 10, 20), reassignment('y', 'z', 15)], now)).to.equal(lead);
    expect(reassignLead(sampleLead(), [reassignment('x', 'y', 10)], now)).to.deep.equal(sampleLead());
  });

  it('goes on with the assignee’s later departures, not with the earlier ones', () => {
    expect(placeOf(5, reassignment('x', 'y', 10), reassignment('y', 'z', 20))).to.deep.equal(['z', 20]);
    expect(placeOf(5, reassignment('x', 'y', 10), reassignment('y', 'z', 3, 9))).to.deep.equal(['y', 10]);
  });

  it('has a place though clocks that differ tell of a ring', () => {
    expect(placeOf(5, reassignment('x', 'y', 10), reassignment('y', 'x', 10))).to.deep.equal(['x', 10]);
  });

  it('goes when it was assigned before the last return, or before the question while the agent is away', () => {
    const [first, second] = [reassignment('x', 'y', 10, 20), reassignment('x', 'z', 30, 40)];
    expect(getReassignedBefore([second, first], 'x', now)).to.deep.equal(at(40));
    expect(getReassignedBefore([first, reassignment('x', 'z', 30)], 'x', now)).to.deep.equal(now);
    expect(getReassignedBefore([first], 'y', now)).to.equal(null);
  });
});
