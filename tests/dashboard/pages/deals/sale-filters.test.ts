import { toCreationRange } from '@plotline/dashboard/components/period';
import { dealStates, findState, toAgent } from '@plotline/dashboard/pages/deals/sale-filters';
import { expect } from 'chai';

describe('deal filter in the address', () => {
  it('becomes API parameters', () => {
    const filters = { status: 'closed', agent: 'agent_1', from: '2026-01-01', to: '2026-01-31' };
    expect(findState(dealStates, filters)).to.equal('closed');
    expect({ ...toCreationRange(filters), ...toAgent(filters) }).to.deep.equal({
      created_after: new Date(2026, 0, 1).toISOString(),
      created_before: new Date(2026, 0, 31, 23, 59, 59, 999).toISOString(),
      agent_id: 'agent_1',
    });
  });

  it('ignores unknown values', () => {
    expect(findState(dealStates, { status: 'paid' })).to.equal(undefined);
    expect(toCreationRange({ from: 'yesterday' })).to.deep.equal({});
    expect(toAgent({})).to.deep.equal({});
  });
});
