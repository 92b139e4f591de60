import { dealStatuses } from '@plotline/dashboard/api/enums';
import { toAgentFilter } from '@plotline/dashboard/features/people/to-agent-filter';
import { findStatus, toStatusFilter } from '@plotline/dashboard/ui/filters/filter-values';
import { toCreationRange } from '@plotline/dashboard/ui/filters/period';
import { expect } from 'chai';

describe('a deal filter in the page address', () => {
  it('becomes API parameters', () => {
    const filters = { status: 'closed', agent: 'agent_1', from: '2026-01-01', to: '2026-01-31' };
    expect(findStatus(dealStatuses, filters)).to.equal('closed');
    expect(toStatusFilter(dealStatuses, filters)).to.deep.equal({ status: ['closed'] });
    expect({ ...toCreationRange(filters), ...toAgentFilter(filters) }).to.deep.equal({
      created_after: '2026-01-01',
      created_before: '2026-01-31',
      agent_id: 'agent_1',
    });
  });

  it('ignores unknown values', () => {
    expect(findStatus(dealStatuses, { status: 'paid' })).to.equal(undefined);
    expect(toStatusFilter(dealStatuses, { status: 'paid' })).to.deep.equal({});
    expect(toCreationRange({ from: 'yesterday' })).to.deep.equal({});
    expect(toAgentFilter({})).to.deep.equal({});
  });
});
