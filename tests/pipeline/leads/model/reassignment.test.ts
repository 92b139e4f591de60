import { recordContact } from '@plotline/pipeline/leads/model/contact';
import { getReassignedBefore, type Reassignment, reassignLead } from '@plotline/pipeline/leads/model/reassignment';
import { expect } from 'chai';
import { sampleLead } from '../../support/sample-lead.js';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute));
const now = at(59);

function reassignment(agent_id: string, assignee_id: string, from: number, to?: number): Reassignment {
  return { agent_id, assignee_id, at: at(from), until: to === undefined ? null : at(to) };
}

/** Returns the agent of a lead that x received in that minute, and the time of the assignment. */
function placeOf(minute: number, ...reassignments: Reassignment[]) {
  const lead = sampleLead({ assigned_agent: 'x', assigned_at: at(minute) });
  const { assigned_agent, assigned_at } = reassignLead(lead, reassignments, now);
  return [assigned_agent, assigned_at?.getUTCMinutes()];
}

describe('reassignLead', () => {
  it('assigns a lead to the assignee chosen at the next deactivation, at the time of that deactivation', () => {
    const both = [reassignment('x', 'z', 30), reassignment('x', 'y', 10, 20)];
    expect(placeOf(5, ...both)).to.deep.equal(['y', 10]);
    expect(placeOf(25, ...both)).to.deep.equal(['z', 30]);
  });

  it('assigns a lead that was stored while the agent was inactive to the assignee at that time', () => {
    expect(placeOf(15, reassignment('x', 'y', 10, 20), reassignment('x', 'z', 30))).to.deep.equal(['y', 15]);
  });

  it('keeps a lead that was assigned after the reactivation, or that its assignee already has', () => {
    const lead = sampleLead({ assigned_agent: 'x', assigned_at: at(20) });
    expect(reassignLead(lead, [reassignment('x', 'y', 10, 20), reassignment('y', 'z', 15)], now)).to.equal(lead);
    expect(reassignLead(sampleLead(), [reassignment('x', 'y', 10)], now)).to.deep.equal(sampleLead());
  });

  it("applies the assignee's later deactivations, but not the earlier ones", () => {
    expect(placeOf(5, reassignment('x', 'y', 10), reassignment('y', 'z', 20))).to.deep.equal(['z', 20]);
    expect(placeOf(5, reassignment('x', 'y', 10), reassignment('y', 'z', 3, 9))).to.deep.equal(['y', 10]);
  });

  it('removes the first contact when its assignment ends, even if the lead returns to the same agent', () => {
    const back = [reassignment('x', 'y', 10, 20), reassignment('y', 'x', 30)];
    const contacted = sampleLead({ assigned_agent: 'x', assigned_at: at(5), first_contact_at: at(7) });
    const returned = reassignLead(contacted, back, now);
    expect(returned).to.include({ assigned_agent: 'x', first_contact_at: null });
    expect(returned.assigned_at).to.deep.equal(at(30));
    expect(recordContact(returned, at(35), now).first_contact_at).to.deep.equal(at(35));
  });

  it('keeps a first contact that happened after the lead returned to the same agent', () => {
    const back = [reassignment('x', 'y', 10, 20), reassignment('y', 'x', 30)];
    const contacted = sampleLead({ assigned_agent: 'x', assigned_at: at(5), first_contact_at: at(35) });
    expect(reassignLead(contacted, back, now).first_contact_at).to.deep.equal(at(35));
  });

  it('terminates if clock skew creates a cycle of reassignments', () => {
    expect(placeOf(5, reassignment('x', 'y', 10), reassignment('y', 'x', 10))).to.deep.equal(['x', 10]);
  });

  it('applies to leads assigned before the last activation, or before the read if the agent is inactive', () => {
    const [first, second] = [reassignment('x', 'y', 10, 20), reassignment('x', 'z', 30, 40)];
    expect(getReassignedBefore([second, first], 'x', now)).to.deep.equal(at(40));
    expect(getReassignedBefore([first, reassignment('x', 'z', 30)], 'x', now)).to.deep.equal(now);
    expect(getReassignedBefore([first], 'y', now)).to.equal(null);
  });
});
