import { type Context, createContext } from '@plotline/inventory/context';
import type { Reassignment } from '@plotline/inventory/holds/model/hold-agent';
import type { AgentDirectory, AgentReference } from '@plotline/inventory/peers/agent-directory';
import type { LeadDirectory, LeadReference } from '@plotline/inventory/peers/lead-directory';
import type { MilestoneInvoicing } from '@plotline/inventory/peers/milestone-invoicing';
import { rpcCallers } from '@plotline/inventory/rpc-callers';
import { createService } from '@plotline/inventory/service';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, unavailable } from '@plotline/kit/core/errors';
import type { Clock } from '@plotline/kit/core/time';
import { type Reply, type StartedService, startTestService } from '../../support/started-service.js';

/** Agents that exist in every workspace in these tests. */
const knownAgents: readonly AgentReference[] = [
  { id: 'agent_amira', name: 'Amira Haddad', email: 'amira@example.com', status: 'active' },
  { id: 'agent_bruno', name: 'Bruno Costa', email: 'bruno@example.com', status: 'active' },
  { id: 'agent_chen', name: 'Chen Wei', email: 'chen@example.com', status: 'invited' },
];

const teams: readonly (readonly string[])[] = [['agent_amira', 'agent_bruno'], ['agent_chen']];

/** Replaces the team service. Knows the agents, and counts calls. */
export interface StubDirectory extends AgentDirectory {
  calls(): number;
  deactivate(id: string): void;
  /** Makes the agent's leads reassigned since that time. */
  reassign(id: string, assigneeId: string, at: Date): void;
}

export function createStubDirectory(): StubDirectory {
  let calls = 0;
  const inactive = new Set<string>();
  const reassignments: Reassignment[] = [];
  return {
    calls: () => calls,
    deactivate: (id) => void inactive.add(id),
    getAgents: async (_caller, ids) => {
      if (ids.length > 0) calls += 1;
      return knownAgents
        .filter(({ id }) => ids.includes(id))
        .map((agent) => (inactive.has(agent.id) ? { ...agent, status: 'inactive' } : agent));
    },
    findNamed: async (_caller, references) =>
      references.flatMap((reference) => {
        const [found] = knownAgents.filter(({ id, email }) => id === reference || email === reference);
        return found ? [{ reference, count: 1, id: found.id }] : [];
      }),
    getTeammates: async (_caller, agentId) => {
      calls += 1;
      return teams.find((team) => team.includes(agentId)) ?? [];
    },
    reassign: (agent_id, assignee_id, at) => void reassignments.push({ agent_id, assignee_id, at, until: null }),
    getReassignments: async () => reassignments,
  };
}

/** Replaces the pipeline service. Records the milestones that it was asked to withdraw. Tests set its answer. */
export interface StubInvoicing extends MilestoneInvoicing {
  readonly withdrawn: readonly string[];
  /**
   * `refused` means that an instalment was invoiced because of the milestone. `away` means that pipeline does not
   * answer.
   */
  answer: 'withdrawn' | 'refused' | 'away';
}

function createStubInvoicing(): StubInvoicing {
  const withdrawn: string[] = [];
  const stub: StubInvoicing = {
    withdrawn,
    answer: 'withdrawn',
    withdraw: async (_caller, { property_id, name }) => {
      if (stub.answer === 'away') throw unavailable('pipeline is away');
      if (stub.answer === 'refused') throw conflict('Invoiced.', 'milestone_invoiced', { property_id, name });
      withdrawn.push(name);
    },
  };
  return stub;
}

/** Replaces the pipeline service. Contains leads that tests add, move and delete. */
export interface StubLeads extends LeadDirectory {
  /** Adds a lead, or changes it and increments its version. Resolves to the lead. */
  put(id: string, changes?: Partial<LeadReference>): LeadReference;
  delete(id: string): void;
  /** Runs before each answer. Can delay the answer or reject. */
  beforeAnswer: () => Promise<void>;
}

function createStubLeads(): StubLeads {
  const leads = new Map<string, LeadReference>();
  const stub: StubLeads = {
    beforeAnswer: async () => undefined,
    getLeads: async (_caller, ids) => {
      const found = ids.flatMap((id) => leads.get(id) ?? []);
      await stub.beforeAnswer();
      return found;
    },
    put: (id, changes = {}) => {
      const common = {
        name: `Lead ${id}`,
        email: `${id}@example.com`,
        phone: null,
        stage: 'new',
        assigned_agent: null,
      };
      const before = leads.get(id) ?? { id, version: 0, ...common };
      const lead = { ...before, ...changes, version: before.version + 1 };
      leads.set(id, lead);
      return lead;
    },
    delete: (id) => void leads.delete(id),
  };
  return stub;
}

export const propertyBody = {
  name: 'Marina Heights',
  type: 'apartment',
  location: { area: 'Dubai Marina', city: 'Dubai', country: 'AE' },
};

export function unitBody(propertyId: string, changes: object = {}) {
  return { property_id: propertyId, name: 'A-101', price: { amount: 1_250_000, currency: 'AED' }, ...changes };
}

/** Caller who is a person with a role in the workspace. */
export function person(role: string, agentId?: string): Partial<Caller> {
  return { actor: { type: 'user', id: `user_${role}`, name: role, role, ...(agentId ? { agentId } : {}) } };
}

/** Returns the fields that a refusal lists, in its order. */
export function fieldsOf(body: { readonly details: readonly { readonly field: string }[] }): string[] {
  return body.details.map(({ field }) => field);
}

/** Inventory service with stubs of the team and pipeline services. */
export interface Inventory extends StartedService<Context> {
  readonly directory: StubDirectory;
  readonly leads: StubLeads;
  readonly invoicing: StubInvoicing;
  /** Creates a property with the given changes and resolves to it. */
  property(changes?: object, as?: Partial<Caller>): Promise<Reply['body']>;
  /** Creates a unit with the given changes and resolves to it. */
  unit(propertyId: string, changes?: object, as?: Partial<Caller>): Promise<Reply['body']>;
}

/** `given` replaces parts of the context. */
export async function startInventory(clock?: Clock, given: Partial<Context> = {}): Promise<Inventory> {
  const directory = createStubDirectory();
  const leads = createStubLeads();
  const invoicing = createStubInvoicing();
  const service = await startTestService('inventory', {
    rpcCallers,
    createContext: (runtime) => ({ ...createContext(runtime, { agents: directory, leads, invoicing }), ...given }),
    createService,
    ...(clock && { clock }),
  });
  return {
    ...service,
    directory,
    invoicing,
    leads,
    property: (changes = {}, as = {}) => service.create('/v1/properties', { ...propertyBody, ...changes }, as),
    unit: (propertyId, changes = {}, as = {}) => service.create('/v1/units', unitBody(propertyId, changes), as),
  };
}
