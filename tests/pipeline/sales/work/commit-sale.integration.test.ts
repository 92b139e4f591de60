import type { Context } from '@plotline/pipeline/context';
import { assignLead } from '@plotline/pipeline/leads/model/edit-lead';
import type { Lead } from '@plotline/pipeline/leads/model/lead';
import { changeLead } from '@plotline/pipeline/sales/work/change-lead';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { addLead, salesCaller, startSales, win } from '../../support/sales-fixture.js';

describe('a sale whose lead gets another agent during the call to inventory', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));
  const context = () => fixture().context;

  async function assign(leadId: string, agent: string | null): Promise<void> {
    const decide = (before: Lead, now: Date) => {
      const record = assignLead(before, agent, now);
      return { record, entries: context().leads.describeChange(before, record) };
    };
    await changeLead(context(), { caller: salesCaller() }, { id: leadId, decide });
  }

  /** Pipeline whose lead is assigned to the agent during the call to inventory. agent_2 has a different rate. */
  function assignedWhileSold(leadId: string, agent: string | null): Context {
    const { inventory } = fixture();
    const units: Context['units'] = {
      sell: async (caller, unitId, deal) => {
        await assign(leadId, agent);
        return inventory.sell(caller, unitId, deal);
      },
      release: (caller, unitId, dealId) => inventory.release(caller, unitId, dealId),
      countByStatus: () => inventory.countByStatus(),
    };
    const agents: Context['agents'] = {
      ...context().agents,
      find: async (caller, ids) => {
        const found = await context().agents.find(caller, ids);
        return found.map((one) => ({ ...one, commission_rate: ids.includes('agent_2') ? 0.05 : 0.03 }));
      },
    };
    return { ...context(), units, agents };
  }

  const successors = [
    { agent: 'agent_2', rate: 0.05, amount: 22_500 },
    { agent: null, rate: 0, amount: 0 },
  ];
  for (const { agent, rate, amount } of successors) {
    it(`gives the deal and the commission to the lead's agent at the time of the win: ${agent ?? 'nobody'}`, async () => {
      const lead = await addLead(context());
      const { deal } = await win(assignedWhileSold(lead.id, agent), lead.id);
      expect(deal).to.include({ agent_id: agent, commission: amount });
      const commission = await context().commissions.getByDeal(salesCaller(), deal.id);
      expect(commission).to.include({ agent_id: agent, rate, amount });
    });
  }
});
