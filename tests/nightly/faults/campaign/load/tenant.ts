import type { Random } from '@plotline/local/demo/random';
import type { History } from '../history/operation.js';
import type { PlannedTenant } from '../plan/plan.js';
import type { Integrator, Target } from './integrator.js';

/** One mode of a workspace, with the records that it had before the load. */
export interface Tenant extends PlannedTenant {
  readonly workspaceId: string;
  readonly key: string;
  /** Addresses of the mode's host on both gateways. */
  readonly targets: readonly Target[];
  /** Operations that a running system of an earlier release lacks. No client calls them. */
  readonly missingOperations: ReadonlySet<string>;
  /** Webhook that receives all events and never changes. */
  readonly observerId: string;
  /** Address of receivers for further webhooks. The appended path selects how they answer. */
  readonly receiverUrl: string;
  readonly propertyId: string;
  /** Units that sales compete for. */
  readonly unitIds: readonly string[];
  /** Units that holds and sales with payment plans compete for. No client sets their status. */
  readonly heldUnitIds: readonly string[];
  /** Agents who are never deactivated. */
  readonly agentIds: readonly string[];
  /** Leads that several actors change. */
  readonly sharedLeadIds: readonly string[];
}

/** Active client. */
export interface Actor {
  /** `w0-live/leads-1` */
  readonly name: string;
  readonly tenant: Tenant;
  readonly random: Random;
  readonly client: Integrator;
  readonly history: History;
}

/** One action of an actor. Returns without a call when there is nothing to act on. */
export type Action = () => Promise<void>;

/** Returns a name that is unique among all records of all campaigns on this system. */
export function newName({ name, client }: Actor): string {
  return `${name}#${client.count}`;
}

/** Removes an item from the list and returns it. Undefined if the list is empty. */
export function takeOne<T>(random: Random, items: T[]): T | undefined {
  return items.splice(Math.floor(random.next() * items.length), 1)[0];
}

/** Returns one of the items. Undefined if there are none. */
export function pickOne<T>(random: Random, items: readonly T[]): T | undefined {
  return items[Math.floor(random.next() * items.length)];
}

/** Returns true in about `percent` of 100 cases. */
export function happens(random: Random, percent: number): boolean {
  return random.between(1, 100) <= percent;
}
