import { Random } from '@plotline/local/demo/random';
import { type PlannedFault, planFaults } from './faults.js';

export const actorKinds = ['leads', 'sales', 'listings', 'people', 'webhooks', 'reader', 'deals', 'vendors'] as const;

export type ActorKind = (typeof actorKinds)[number];

/** Client that runs operations of one kind, one after another. */
export interface PlannedActor {
  /** `w0-live/leads-1` */
  readonly name: string;
  readonly tenant: string;
  readonly kind: ActorKind;
  /** Seed that determines the actor's actions, together with the answers. */
  readonly seed: number;
}

export interface PlannedTenant {
  /** `w0-live` */
  readonly name: string;
  readonly workspace: number;
  readonly mode: 'live' | 'sandbox';
}

/** Course of a campaign. It is the same for the same seed and length. */
export interface CampaignPlan {
  readonly seed: number;
  readonly seconds: number;
  readonly tenants: readonly PlannedTenant[];
  readonly actors: readonly PlannedActor[];
  readonly faults: readonly PlannedFault[];
  /** Shortest and longest pause between two operations of an actor. */
  readonly pauseMs: { readonly min: number; readonly max: number };
}

/** Number of actors of each kind in a tenant. The sales in one tenant compete for the same units. */
const actorCounts: Readonly<Record<ActorKind, number>> = {
  leads: 2,
  sales: 3,
  listings: 1,
  people: 1,
  webhooks: 1,
  reader: 1,
  deals: 2,
  vendors: 1,
};

const modes = ['live', 'sandbox'] as const;

export function createPlan(seed: number, seconds: number, workspaceCount = 2): CampaignPlan {
  const random = new Random(seed);
  const tenants = Array.from({ length: workspaceCount }, (_, workspace) =>
    modes.map((mode) => ({ name: `w${workspace}-${mode}`, workspace, mode })),
  ).flat();
  const actors = tenants.flatMap(({ name: tenant }) =>
    actorKinds.flatMap((kind) =>
      Array.from({ length: actorCounts[kind] }, (_, number) => ({
        name: `${tenant}/${kind}-${number}`,
        tenant,
        kind,
        seed: random.between(1, 2 ** 31 - 1),
      })),
    ),
  );
  // Faults have their own random numbers, so that a new kind of actor doesn't change the faults.
  const faults = planFaults(new Random(seed), seconds);
  return { seed, seconds, tenants, actors, faults, pauseMs: { min: 20, max: 250 } };
}
