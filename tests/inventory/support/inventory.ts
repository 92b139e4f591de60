import { type Context, createContext } from '@plotline/inventory/context';
import type { AgentDirectory, AgentReference } from '@plotline/inventory/peers/agent-directory';
import { rpcCallers } from '@plotline/inventory/rpc-callers';
import { createService } from '@plotline/inventory/service';
import type { Caller } from '@plotline/kit/core/caller';
import type { Clock } from '@plotline/kit/core/time';
import { type Reply, type StartedService, startTestService } from '../../support/started-service.js';

/** Agents of every workspace in these tests. */
const knownAgents: readonly AgentReference[] = [
  { id: 'agent_amira', name: 'Amira Haddad', email: 'amira@example.com', status: 'active' },
  { id: 'agent_bruno', name: 'Bruno Costa', email: 'bruno@example.com', status: 'active' },
  { id: 'agent_chen', name: 'Chen Wei', email: 'chen@example.com', status: 'invited' },
];

const teams: readonly (readonly string[])[] = [['agent_amira', 'agent_bruno'], ['agent_chen']];

/** Replaces the team service: the known agents, and the number of calls. */
export interface StubDirectory extends AgentDirectory {
  calls(): number;
  deactivate(id: string): void;
}

export function createStubDirectory(): StubDirectory {
  let calls = 0;
  const inactive = new Set<string>();
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
  };
}

export const propertyBody = {
  name: 'Marina Heights',
  type: 'apartment',
  location: { area: 'Dubai Marina', city: 'Dubai', country: 'AE' },
};

export function unitBody(propertyId: string, changes: object = {}) {
  return { property_id: propertyId, name: 'A-101', price: { amount: 1_250_000, currency: 'AED' }, ...changes };
}

/** Caller who is a person of the workspace with a role. */
export function person(role: string, agentId?: string): Partial<Caller> {
  return { actor: { type: 'user', id: `user_${role}`, name: role, role, ...(agentId ? { agentId } : {}) } };
}

/** Returns the fields that a refusal names, in its order. */
export function fieldsOf(body: { readonly details: readonly { readonly field: string }[] }): string[] {
  return body.details.map(({ field }) => field);
}

/** Inventory service beside a stub of the team service. */
export interface Inventory extends StartedService<Context> {
  readonly directory: StubDirectory;
  /** Creates a property with the given changes and resolves to it. */
  property(changes?: object, as?: Partial<Caller>): Promise<Reply['body']>;
  /** Creates a unit with the given changes and resolves to it. */
  unit(propertyId: string, changes?: object, as?: Partial<Caller>): Promise<Reply['body']>;
}

export async function startInventory(clock?: Clock): Promise<Inventory> {
  const directory = createStubDirectory();
  const service = await startTestService('inventory', {
    rpcCallers,
    createContext: (runtime) => createContext(runtime, directory),
    createService,
    ...(clock && { clock }),
  });
  return {
    ...service,
    directory,
    property: (changes = {}, as = {}) => service.create('/v1/properties', { ...propertyBody, ...changes }, as),
    unit: (propertyId, changes = {}, as = {}) => service.create('/v1/units', unitBody(propertyId, changes), as),
  };
}
