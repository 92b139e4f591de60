import { isTree, treesOf } from '../../../../support/contract/tree.js';
import { newWorkspace } from '../../../../support/workspace.js';
import { createHistory } from '../history/operation.js';
import type { CampaignPlan, PlannedTenant } from '../plan/plan.js';
import type { ReplicatedSystem } from '../system/replicated-system.js';
import { type Call, Integrator } from './integrator.js';
import { findMissingOperations } from './operation-ids.js';
import type { Tenant } from './tenant.js';

const unitCount = 6;
const heldUnitCount = 4;
const agentCount = 3;
const sharedLeadCount = 4;

/** Creates the workspaces of a plan, and the actors' initial records in each mode. */
export async function setUpTenants(
  plan: CampaignPlan,
  { system, gateways }: ReplicatedSystem,
  receiverUrl: string,
): Promise<Tenant[]> {
  const count = Math.max(...plan.tenants.map(({ workspace }) => workspace)) + 1;
  const missingOperations = await findMissingOperations(gateways[0]?.live ?? '');
  const workspaces = await Promise.all(Array.from({ length: count }, () => newWorkspace({ system })));
  return Promise.all(
    plan.tenants.map((planned) => {
      const workspace = workspaces[planned.workspace];
      if (!workspace) throw new Error(`${planned.name} has no workspace.`);
      const key = planned.mode === 'live' ? workspace.key : workspace.testKey;
      const targets = gateways.map((gateway) => ({ name: gateway.name, base: gateway[planned.mode] }));
      const ownReceivers = `${receiverUrl}/${planned.name}`;
      return furnish(planned, workspace.id, { key, targets, missingOperations, receiverUrl: ownReceivers });
    }),
  );
}

async function furnish(
  planned: PlannedTenant,
  workspaceId: string,
  access: Pick<Tenant, 'key' | 'targets' | 'missingOperations' | 'receiverUrl'>,
): Promise<Tenant> {
  const { name } = planned;
  const client = new Integrator({ ...access, tenant: name, name: `${name}/set-up` }, createHistory(), workspaceId);
  async function create(call: Omit<Call, 'method'>): Promise<unknown> {
    const { data, operation } = await client.call({ ...call, method: 'POST', expected: [201] });
    if (operation.answer?.status !== 201) throw new Error(`${call.path} answered ${operation.answer?.status}.`);
    return data;
  }
  const toId = (record: unknown): string => (isTree(record) ? String(record.id) : '');
  const observer = { url: `${access.receiverUrl}/observer`, events: ['*'] };
  const observerId = toId(await create({ name: 'createWebhook', path: '/v1/webhooks', body: observer }));
  const location = { address: '1 Quay', area: 'Docks', city: 'Port', country: 'Northland' };
  const property = { name: `${name}/property`, type: 'apartment', location };
  const propertyId = toId(await create({ name: 'createProperty', path: '/v1/properties', body: property }));
  const units = Array.from({ length: unitCount + heldUnitCount }, (_, number) => ({
    property_id: propertyId,
    name: `${name}/unit-${number}`,
    price: { amount: 100_000, currency: 'USD' },
  }));
  const createdIds = treesOf(await create({ name: 'createUnits', path: '/v1/units/bulk', body: { units } })).map(toId);
  const [unitIds, heldUnitIds] = [createdIds.slice(0, unitCount), createdIds.slice(unitCount)];
  const agentIds: string[] = [];
  for (let number = 0; number < agentCount; number += 1) {
    const body = {
      name: `${name}/agent-${number}`,
      email: `agent.${number}@${name}.example.com`,
      commission: { rate: 0.02 },
    };
    agentIds.push(toId(await create({ name: 'createAgent', path: '/v1/agents', body })));
  }
  const leads = Array.from({ length: sharedLeadCount }, (_, number) => ({
    name: `${name}/lead-${number}`,
    email: `lead.${number}@${name}.example.com`,
  }));
  const sharedLeadIds = treesOf(await create({ name: 'createLeads', path: '/v1/leads/bulk', body: { leads } })).map(
    toId,
  );
  const ids = { workspaceId, observerId, propertyId, unitIds, heldUnitIds, agentIds, sharedLeadIds };
  return { ...planned, ...access, ...ids };
}
