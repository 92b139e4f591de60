import { findSort, rankAgents } from '@plotline/dashboard/features/people/league';
import { expect } from 'chai';

const agent = (agent_id: string, deals_closed: number, closed: number, average_response_time = 'PT0S') => ({
  agent_id,
  name: agent_id,
  leads: { assigned: 10, contacted: 5, qualified: 2, closed: 1 },
  conversion_rate: 0.1,
  average_response_time,
  deals_closed,
  revenue: closed > 0 ? [{ currency: 'USD', closed, pending: 0, commission: 0 }] : [],
});
const agents = [agent('Ada', 2, 900, 'PT2H'), agent('Ben', 5, 100), agent('Cleo', 2, 0, 'PT40M')];

const rank = (sort: string, isDescending: boolean) =>
  rankAgents(agents, findSort(sort), isDescending).map((row) => `${row.rank} ${row.agent_id}`);

describe('the league table', () => {
  it('ranks agents by the selected figure, and gives equal figures the same rank', () => {
    expect(rank('deals', true)).to.deep.equal(['1 Ben', '2 Ada', '2 Cleo']);
    expect(rank('revenue', true)).to.deep.equal(['1 Ada', '2 Ben', '3 Cleo']);
    expect(rank('no such figure', true)).to.deep.equal(rank('deals', true));
  });

  it('sorts by response time, fastest first, with agents who contacted no lead last', () => {
    expect(rank('response', false)).to.deep.equal(['1 Cleo', '2 Ada', '3 Ben']);
  });
});
