import { findNextAgent } from '@plotline/inventory/holds/model/hold-agent';
import { expect } from 'chai';

const day = (number: number) => new Date(Date.UTC(2026, 3, number));
const reassignment = (agent_id: string, assignee_id: string, from: number, until: number | null = null) => ({
  agent_id,
  assignee_id,
  at: day(from),
  until: until === null ? null : day(until),
});

describe('findNextAgent', () => {
  it('follows reassignments to the last assignee, and ignores reassignments before the assignment', () => {
    const chain = [reassignment('a', 'b', 2), reassignment('b', 'c', 3)];
    expect(findNextAgent(chain, { agent_id: 'a', since: day(1) })).to.deep.equal({ agent_id: 'c', since: day(3) });
    expect(findNextAgent([reassignment('a', 'b', 2, 4)], { agent_id: 'a', since: day(5) })).to.equal(null);
    expect(findNextAgent(chain, { agent_id: 'd', since: day(1) })).to.equal(null);
  });

  it('terminates if clock differences create a cycle of reassignments', () => {
    const cycle = [reassignment('a', 'b', 2), reassignment('b', 'a', 2)];
    expect(findNextAgent(cycle, { agent_id: 'a', since: day(1) })?.agent_id).to.equal('a');
  });
});
