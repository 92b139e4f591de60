import { expect } from 'chai';
import { newWorkspace } from '../../support/workspace.js';

/** Calls an RPC in the name of the workspace. */
export type CallRpc = (name: string, request: object) => Promise<object>;

/** Records that the requests name. */
export interface RpcWorld {
  readonly call: CallRpc;
  readonly workspaceId: string;
  readonly key: string;
  readonly propertyId: string;
  /** One unit for each case that changes one. */
  readonly unitIds: { readonly listed: string; readonly sold: string; readonly released: string };
  readonly agentId: string;
  /** Deactivated agent, whose leads went to the agent above. */
  readonly formerAgentId: string;
  readonly leadId: string;
}

/** One RPC: a valid request, and the expected response. */
export interface RpcCase {
  /** Called without a caller, because the request itself contains the proof. */
  readonly isPublic?: boolean;
  /** Answer to a request without proof; UNAUTHENTICATED by default. */
  readonly refusal?: { readonly request: object; readonly response: object };
  readonly createRequest: (world: RpcWorld) => object | Promise<object>;
  readonly assertResponse: (response: object, world: RpcWorld) => void;
}

/** Creates a workspace over the public API, with one record of each kind that the RPCs use. */
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
