import type { Random } from '@plotline/local/demo/random';
import type { History } from '../history/operation.js';
import type { PlannedTenant } from '../plan/plan.js';
import type { Integrator, Target } from './integrator.js';

/** One mode of a workspace with what it had before the load began. */
export interface Tenant extends PlannedTenant {
  readonly workspaceId: string;
  readonly key: string;
  /** The same host at both gateways. */
  readonly targets: readonly Target[];
  /** What the running system does not have yet, as it is an earlier release: nobody calls it. */
  readonly missingOperations: ReadonlySet<string>;
  /** The webhook that hears of everything, and is never changed. */
  readonly observerId: string;
  /** Where receivers of further webhooks are: what is appended chooses how they answer. */
  readonly receiverUrl: string;
  readonly propertyId: string;
  /** Units for which sales contend. */
  readonly unitIds: readonly string[];
  /** Agents who stay. */
  readonly agentIds: readonly string[];
  /** Leads that several actors change. */
  readonly sharedLeadIds: readonly string[];
}

/** A client at work. */
export interface Actor {
  /** `w0-live/leads-1` */
  readonly name: string;
  readonly tenant: Tenant;
  readonly random: Random;
  readonly client: Integrator;
  readonly history: History;
}

/** One thing that an actor does; returns without a call when there is nothing to do it to. */
export type Action = () => Promise<void>;

/** A name that no other record of any campaign on this system has. */
export function newName({ name, client }: Actor): string {
  return `${name}#${client.count}`;
}

/** Takes an item out of the list; undefined when there is none. */
export function takeOne<T>(random: Random, items: T[]): T | undefined {
  return items.splice(Math.floor(random.next() * items.length), 1)[0];
}

/** One of the items; undefined when there is none. */
export function pickOne<T>(random: Random, items: readonly T[]): T | undefined {
  return items[Math.floor(random.next() * items.length)];
}

/** True in about `percent` of 100 cases. */
export function happens(random: Random, percent: number): boolean {
  return random.between(1, 100) <= percent;
}
