import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { newWorkspace } from '../../support/workspace.js';

/** Calls an RPC on behalf of the workspace. */
export type CallRpc = (name: string, request: object) => Promise<object>;

/** Records that the requests refer to. */
export interface RpcWorld {
  readonly call: CallRpc;
  readonly workspaceId: string;
  readonly key: string;
  readonly propertyId: string;
  /** Units for the cases that change one, one unit per case. */
  readonly unitIds: { readonly listed: string; readonly sold: string; readonly released: string };
  readonly agentId: string;
  /** Deactivated agent, whose leads went to the agent above. */
  readonly formerAgentId: string;
  readonly leadId: string;
  /** Invoice of another lead, and a hold with a deposit for the same lead. */
  readonly invoiceId: string;
  readonly holdId: string;
}

/** One RPC: a valid request, and the expected response. */
export interface RpcCase {
  /** Whether the RPC is called without a caller, because the request itself contains the proof. */
  readonly isPublic?: boolean;
  /** Error code for a request without proof. UNAUTHENTICATED by default. */
  readonly refusal?: { readonly request: object; readonly response: object };
  readonly createRequest: (world: RpcWorld) => object | Promise<object>;
  readonly assertResponse: (response: object, world: RpcWorld) => void;
}

/** Sells a property to a lead without an agent, and holds a unit for another lead. */
async function createPayables(api: ApiClient, unit_id: string): Promise<{ invoiceId: string; holdId: string }> {
  const sold = await api.create('/v1/properties', { name: 'Sold', type: 'villa', location: { city: 'Faro' } });
  const buyer = await api.create('/v1/leads', { name: 'Buyer', email: 'buyer@example.com' });
  await api.post(`/v1/leads/${buyer.id}/won`, { property_id: sold.id, deal_value: 700 });
  const [invoice] = (await api.get('/v1/invoices')).records;
  const { id: lead_id } = await api.create('/v1/leads', { name: 'Holder', email: 'holder@example.com' });
  const hold = await api.create('/v1/holds', { unit_id, lead_id, deposit: { amount: 70, currency: 'EUR' } });
  return { invoiceId: invoice?.id ?? '', holdId: hold.id };
}

/** Creates a workspace through the public API, with one record of each kind that the RPCs use. */
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
  const payables = await createPayables(api, await createUnit('held'));
  return { call, workspaceId: id, key, propertyId: property.id, unitIds, agentId, formerAgentId, leadId, ...payables };
}
