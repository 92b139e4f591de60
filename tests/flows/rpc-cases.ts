import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newWorkspace } from '../support/workspace.js';

/** Calls an RPC in the name of the workspace. */
export type CallRpc = (name: string, request: object) => Promise<object>;

/** The records that the requests name. */
export interface RpcWorld {
  readonly call: CallRpc;
  readonly workspaceId: string;
  readonly key: string;
  readonly propertyId: string;
  /** One unit for each case that changes one. */
  readonly unitIds: { readonly listed: string; readonly sold: string; readonly released: string };
  readonly agentId: string;
  /** Deactivated; the leads went to the agent. */
  readonly formerAgentId: string;
  readonly leadId: string;
}

/** One RPC: a valid request, and what the response to it must be. */
export interface RpcCase {
  /** Called without a caller; whoever calls proves nothing but the request. */
  readonly isPublic?: boolean;
  readonly createRequest: (world: RpcWorld) => object | Promise<object>;
  readonly assertResponse: (response: object, world: RpcWorld) => void;
}

/** Creates a workspace over the public API, with one record of each kind that the RPCs are about. */
export async function createRpcWorld(call: CallRpc): Promise<RpcWorld> {
  const { api, id, key } = await newWorkspace();
  const property = await api.create('/v1/properties', { name: 'Quay', type: 'villa', location: { city: 'Faro' } });
  const createUnit = async (name: string) => {
    const price = { amount: 700, currency: 'EUR' };
    return (await api.create('/v1/units', { property_id: property.id, name, price })).id;
  };
  const createAgent = async (name: string) =>
    (await api.create('/v1/agents', { name, email: `${name}@example.com`, commission: { rate: 0.02 } })).id;
  const unitIds = {
    listed: await createUnit('listed'),
    sold: await createUnit('sold'),
    released: await createUnit('released'),
  };
  const agentId = await createAgent('ada');
  const formerAgentId = await createAgent('bo');
  const former = await api.post(`/v1/agents/${formerAgentId}/deactivate`, { reassign_leads_to: agentId });
  expect(former.status).to.equal(200);
  const lead = { name: 'Noor Haddad', email: 'noor@example.com', assigned_agent: agentId };
  const leadId = (await api.create('/v1/leads', lead)).id;
  return { call, workspaceId: id, key, propertyId: property.id, unitIds, agentId, formerAgentId, leadId };
}

const administration = 'plotline.auth.v1.AdministrationService';
const listings = 'plotline.inventory.v1.ListingsService';
const sellUnit = `${listings}.SellUnit`;

const authCases: Readonly<Record<string, RpcCase>> = {
  [`${administration}.CreateWorkspace`]: {
    createRequest: ({ workspaceId }) => ({ name: `Twin of ${workspaceId}`, plan: 'starter', currency: 'EUR' }),
    assertResponse: (response, { workspaceId }) => {
      expect(response).to.include({ name: `Twin of ${workspaceId}`, plan: 'starter', currency: 'EUR' });
      expect(response).to.have.property('id').that.matches(/^ws_/).and.does.not.equal(workspaceId);
    },
  },
  [`${administration}.CreateKey`]: {
    createRequest: ({ workspaceId }) => ({
      workspace_id: workspaceId,
      name: 'Website',
      mode: 'sandbox',
      scopes: ['read:leads'],
      expires_at: Date.now() + 60_000,
      request_id: randomUUID(),
    }),
    assertResponse: (response) => {
      expect(response).to.have.property('id').that.matches(/^key_/);
      expect(response)
        .to.have.property('key')
        .that.matches(/^pl_test_/);
    },
  },
  [`${administration}.RevokeKey`]: {
    createRequest: async ({ call, workspaceId }) => {
      const request = { workspace_id: workspaceId, name: 'Short', mode: 'live', scopes: ['read:leads'], expires_at: 0 };
      const created = await call(`${administration}.CreateKey`, { ...request, request_id: randomUUID() });
      return { workspace_id: workspaceId, key_id: Reflect.get(created, 'id') };
    },
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  [`${administration}.RegisterUser`]: {
    createRequest: ({ workspaceId }) => ({
      workspace_id: workspaceId,
      email: 'owner@example.com',
      name: 'Olu Owner',
      role: 'owner',
      agent_id: '',
      password: 'correct horse battery staple',
    }),
    assertResponse: (response) =>
      expect(response)
        .to.have.property('id')
        .that.matches(/^user_/),
  },
  [`${administration}.RegisterClient`]: {
    createRequest: ({ workspaceId }) => ({
      workspace_id: workspaceId,
      name: 'Portal',
      redirect_uris: ['https://portal.example.com/callback'],
      scopes: ['read:leads'],
      confidential: true,
      request_id: randomUUID(),
    }),
    assertResponse: (response) => {
      for (const name of ['client_id', 'client_secret']) expect(response).to.have.property(name).that.is.not.empty;
    },
  },
  'plotline.auth.v1.VerificationService.VerifyKey': {
    isPublic: true,
    createRequest: ({ key }) => ({ key, mode: 'live' }),
    assertResponse: (response, { workspaceId }) => {
      const identity = { workspace_id: workspaceId, plan: 'enterprise', currency: 'USD', expires_at: 0 };
      expect(response).to.include(identity).and.to.have.deep.property('scopes', ['admin']);
    },
  },
};

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
  [sellUnit]: {
    createRequest: ({ unitIds, leadId }) => ({ unit_id: unitIds.sold, deal_id: 'deal_of_sell_unit', lead_id: leadId }),
    assertResponse: (response, { propertyId }) =>
      expect(response).to.deep.equal({ property_id: propertyId, currency: 'EUR' }),
  },
  [`${listings}.ReleaseUnit`]: {
    createRequest: async ({ call, unitIds, leadId }) => {
      // Each sale is a deal of its own: a released deal cannot buy the unit again.
      const deal = { unit_id: unitIds.released, deal_id: `deal_${Date.now()}` };
      await call(sellUnit, { ...deal, lead_id: leadId });
      return deal;
    },
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  [`${listings}.CountUnits`]: {
    createRequest: () => ({}),
    assertResponse: (response) => {
      const counts: unknown = Reflect.get(response, 'counts');
      if (!Array.isArray(counts)) throw new Error(`No counts in ${JSON.stringify(response)}`);
      expect(counts.reduce((total, { count }) => total + count, 0)).to.equal(3);
    },
  },
};

const pipelineCases: Readonly<Record<string, RpcCase>> = {
  'plotline.pipeline.v1.AgentLeadsService.GetNewestLeads': {
    createRequest: ({ agentId }) => ({ agent_id: agentId, limit: 5 }),
    assertResponse: (response, { leadId }) => {
      expect(response).to.have.nested.property('leads.length', 1);
      expect(response).to.nested.include({ 'leads[0].id': leadId, 'leads[0].stage': 'new' });
      // A Timestamp as every other language reads it.
      expect(response)
        .to.have.nested.property('leads[0].created_at.seconds')
        .that.is.closeTo(Date.now() / 1_000, 600);
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
  'plotline.team.v1.AgentsService.ActivateAgent': {
    createRequest: ({ agentId }) => ({ agent_id: agentId }),
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
  ...pipelineCases,
  ...teamCases,
};
