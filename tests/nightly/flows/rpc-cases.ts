import { newId } from '@plotline/kit/core/ids';
import { expect } from 'chai';
import { authCases } from './auth-rpc-cases.js';
import { connectCases } from './connect-rpc-cases.js';
import type { RpcCase } from './rpc-world.js';

const listings = 'plotline.inventory.v1.ListingsService';
const sellUnit = `${listings}.SellUnit`;

const inventoryCases: Readonly<Record<string, RpcCase>> = {
  [`${listings}.GetListings`]: {
    createRequest: ({ propertyId, unitIds }) => ({ ids: [propertyId, unitIds.listed, 'unit_unknown'] }),
    assertResponse: (response, { propertyId, unitIds }) => {
      const found: unknown = Reflect.get(response, 'listings');
      if (!Array.isArray(found)) throw new Error(`No listings in ${JSON.stringify(response)}`);
      expect(found.map(({ id, kind, property_id }) => [id, kind, property_id])).to.have.deep.members([
        [propertyId, 'property', propertyId],
        [unitIds.listed, 'unit', propertyId],
      ]);
      const unit = found.find(({ id }) => id === unitIds.listed);
      expect(unit).to.deep.include({ name: 'listed', status: 'available', price: { amount: 700, currency: 'EUR' } });
    },
  },
  [`${listings}.FindListings`]: {
    createRequest: ({ propertyId }) => ({ references: [propertyId, 'nothing'] }),
    assertResponse: (response, { propertyId }) =>
      expect(response).to.deep.equal({ found: [{ reference: propertyId, count: 1, id: propertyId }] }),
  },
  [sellUnit]: {
    createRequest: ({ unitIds, leadId }) => ({ unit_id: unitIds.sold, deal_id: 'deal_of_sell_unit', lead_id: leadId }),
    assertResponse: (response, { propertyId }) =>
      expect(response).to.include({ property_id: propertyId, currency: 'EUR' }),
  },
  [`${listings}.ReleaseUnit`]: {
    createRequest: async ({ call, unitIds, leadId }) => {
      // Each sale has its own deal, because a released deal can't buy the unit again.
      const deal = { unit_id: unitIds.released, deal_id: `deal_${Date.now()}` };
      await call(sellUnit, { ...deal, lead_id: leadId });
      return deal;
    },
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  [`${listings}.GetProgress`]: {
    createRequest: ({ propertyId }) => ({ property_id: propertyId }),
    assertResponse: (response) => expect(Reflect.get(response, 'milestones') ?? []).to.deep.equal([]),
  },
  [`${listings}.CountUnits`]: {
    createRequest: () => ({}),
    assertResponse: (response) => {
      const counts: unknown = Reflect.get(response, 'counts');
      if (!Array.isArray(counts)) throw new Error(`No counts in ${JSON.stringify(response)}`);
      expect(counts.reduce((total, { count }) => total + count, 0)).to.equal(4);
    },
  },
};

const holds = 'plotline.inventory.v1.HoldsService';

const holdCases: Readonly<Record<string, RpcCase>> = {
  [`${holds}.ListOpenHolds`]: {
    createRequest: ({ leadId }) => ({ lead_ids: [leadId, 'lead_unknown'] }),
    assertResponse: (response) => expect(Reflect.get(response, 'holds') ?? []).to.deep.equal([]),
  },
  [`${holds}.EndHoldsOfLead`]: {
    createRequest: () => ({ lead_id: 'lead_unknown', lead_version: 1, reason: 'lost' }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  [`${holds}.MoveHoldsOfLead`]: {
    createRequest: ({ leadId }) => ({ merged_id: 'lead_unknown', survivor_id: leadId }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
};

const records = 'plotline.records.v1.RecordsService';

/** Cases for leads, which pipeline answers. */
const recordsCases: Readonly<Record<string, RpcCase>> = {
  [`${records}.ImportRows`]: {
    createRequest: () => ({
      import_id: newId('imp'),
      resource: 'leads',
      mode: 'create',
      dry_run: true,
      rows: [
        { number: 1, record: '{"name":"Iris Lund","email":"iris@example.com"}' },
        { number: 2, record: '{"name":"Nobody"}' },
        { number: 3, faults: [{ field: 'phone', message: 'is rounded' }], partial_record: '{"name":"Nobody"}' },
      ],
    }),
    assertResponse: (response) => {
      expect(response).to.have.nested.property('rows.length', 3);
      expect(response).to.nested.include({ 'rows[0].number': 1, 'rows[0].outcome': 1 });
      expect(response).to.nested.include({ 'rows[1].outcome': 4, 'rows[1].faults[0].field': 'email' });
      const known = { 'rows[2].faults[0].field': 'phone', 'rows[2].faults[1].field': 'email' };
      expect(response).to.nested.include({ 'rows[2].outcome': 4, ...known });
    },
  },
  [`${records}.RemoveImported`]: {
    // The lead was not imported, so it is kept. An unknown lead counts as deleted.
    createRequest: ({ leadId }) => ({ import_id: newId('imp'), resource: 'leads', ids: [leadId, 'lead_unknown'] }),
    assertResponse: (response) => expect(response).to.have.deep.property('outcomes', [2, 6]),
  },
  [`${records}.ReadRecords`]: {
    createRequest: ({ agentId }) => ({ resource: 'leads', query: `agent_id=${agentId}`, limit: 10 }),
    assertResponse: (response, { leadId }) => {
      expect(response).to.nested.include({ total: 1, next: '' });
      expect(response).to.have.nested.property('records[0]').that.includes(leadId);
    },
  },
};

const pipelineCases: Readonly<Record<string, RpcCase>> = {
  'plotline.pipeline.v1.AgentLeadsService.GetNewestLeads': {
    createRequest: ({ agentId }) => ({ agent_id: agentId, limit: 5 }),
    assertResponse: (response, { leadId }) => {
      expect(response).to.have.nested.property('leads.length', 1);
      expect(response).to.nested.include({ 'leads[0].id': leadId, 'leads[0].stage': 'new' });
      // A Timestamp as all other languages read it.
      expect(response)
        .to.have.nested.property('leads[0].created_at.seconds')
        .that.is.closeTo(Date.now() / 1_000, 600);
    },
  },
  'plotline.pipeline.v1.MilestonesService.WithdrawMilestone': {
    createRequest: ({ propertyId }) => ({
      milestone_id: newId('mile'),
      property_id: propertyId,
      name: 'Foundation',
    }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  ...connectCases,
  'plotline.usage.v1.UsageService.GetUsage': {
    createRequest: () => ({}),
    assertResponse: (response) => expect(response).to.have.nested.property('used.leads').that.is.at.least(1),
  },
  'plotline.pipeline.v1.LeadsService.GetLeads': {
    createRequest: ({ leadId }) => ({ ids: [leadId, 'lead_unknown'] }),
    assertResponse: (response, { leadId, agentId }) => {
      expect(response).to.have.nested.property('leads.length', 1);
      expect(response).to.nested.include({ 'leads[0].id': leadId, 'leads[0].assigned_agent': agentId });
    },
  },
  'plotline.pipeline.v1.AgentStatsService.GetAgentTotals': {
    createRequest: ({ agentId }) => ({ agent_ids: [agentId, 'agent_unknown'] }),
    assertResponse: (response, { agentId }) => {
      const none = { deals_closed: 0, total_revenue: 0 };
      expect(response).to.deep.equal({
        totals: [
          { agent_id: agentId, active_leads: 1, ...none },
          { agent_id: 'agent_unknown', active_leads: 0, ...none },
        ],
      });
    },
  },
  'plotline.pipeline.v1.AgentStatsService.GetAgentStats': {
    createRequest: ({ agentId }) => ({ agent_id: agentId, period: 'month' }),
    assertResponse: (response) => {
      expect(response).to.include({ assigned: 1, closed: 0, conversion_rate: 0, period: 'month' });
      expect(response).to.nested.include({ 'revenue[0].currency': 'USD', average_response_time: 'PT0S' });
    },
  },
};

const teamCases: Readonly<Record<string, RpcCase>> = {
  'plotline.team.v1.AgentsService.GetAgents': {
    createRequest: ({ agentId }) => ({ ids: [agentId, 'agent_unknown'] }),
    assertResponse: (response, { agentId }) => {
      expect(response).to.have.nested.property('agents.length', 1);
      const agent = { id: agentId, name: 'ada', email: 'ada@example.com', role: 'agent', commission_rate: 0.02 };
      expect(Reflect.get(response, 'agents')[0]).to.include(agent);
    },
  },
  'plotline.team.v1.AgentsService.FindAgents': {
    createRequest: () => ({ references: ['Ada@example.com', 'nobody'] }),
    assertResponse: (response, { agentId }) =>
      expect(response).to.deep.equal({ found: [{ reference: 'Ada@example.com', count: 1, id: agentId }] }),
  },
  'plotline.team.v1.AgentsService.ActivateAgent': {
    createRequest: ({ agentId }) => ({ agent_id: agentId }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  'plotline.team.v1.AccountsService.CreateOwner': {
    createRequest: () => {
      const id = newId('agent');
      return { agent_id: id, email: `${id}@example.com`, name: 'Olu', is_invited: false };
    },
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  'plotline.team.v1.AccountsService.RecordInvitationSent': {
    createRequest: ({ agentId }) => ({ agent_id: agentId, email: 'ada@example.com', sent_at: Date.now() }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  'plotline.team.v1.AccountsService.RecordActivity': {
    createRequest: ({ agentId }) => ({ agent_id: agentId }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  'plotline.team.v1.AccountsService.RecordPersonMoved': {
    createRequest: ({ formerAgentId }) => ({ agent_id: formerAgentId }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  'plotline.team.v1.AgentsService.GetTeammates': {
    createRequest: ({ agentId }) => ({ agent_id: agentId }),
    assertResponse: (response, { agentId }) => expect(response).to.deep.equal({ agent_ids: [agentId] }),
  },
  'plotline.team.v1.ReassignmentsService.GetReassignments': {
    createRequest: ({ formerAgentId }) => ({ agent_id: formerAgentId }),
    assertResponse: (response, { agentId, formerAgentId }) => {
      expect(response).to.have.nested.property('reassignments.length', 1);
      const reassignment = { agent_id: formerAgentId, assignee_id: agentId, until: null };
      expect(Reflect.get(response, 'reassignments')[0]).to.include(reassignment);
    },
  },
};

/** A case for each RPC, by its full name. */
export const rpcCases: Readonly<Record<string, RpcCase>> = {
  ...authCases,
  ...inventoryCases,
  ...holdCases,
  ...pipelineCases,
  ...recordsCases,
  ...teamCases,
};
