import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@plotline/local/demo/random';
import type { History } from '../history/operation.js';
import type { ActorKind, CampaignPlan, PlannedActor } from '../plan/plan.js';
import { createConnectionActions } from './connections.js';
import { createDealActions } from './deals.js';
import { Integrator } from './integrator.js';
import { createLeadActions } from './leads.js';
import { createListingActions } from './listings.js';
import { createPaperworkActions } from './paperwork.js';
import { createPeopleActions } from './people.js';
import { createReaderActions } from './reader.js';
import { createSaleActions } from './sales.js';
import type { Action, Actor, Tenant } from './tenant.js';
import { createWebhookActions } from './webhooks.js';

const createActions: Readonly<Record<ActorKind, (actor: Actor) => readonly Action[]>> = {
  leads: createLeadActions,
  sales: createSaleActions,
  listings: createListingActions,
  people: createPeopleActions,
  webhooks: createWebhookActions,
  reader: createReaderActions,
  deals: createDealActions,
  vendors: (actor) => [...createConnectionActions(actor), ...createPaperworkActions(actor)],
};

async function runActor(
  planned: PlannedActor,
  tenant: Tenant,
  history: History,
  { endsAt, pauseMs }: Pick<CampaignPlan, 'pauseMs'> & { readonly endsAt: number },
): Promise<void> {
  const random = new Random(planned.seed);
  const client = new Integrator({ ...tenant, tenant: tenant.name, name: planned.name }, history, tenant.workspaceId);
  const actions = createActions[planned.kind]({ name: planned.name, tenant, random, client, history });
  // Runs each action once, in an order in which later actions find the records they need. Then runs any action.
  for (let turn = 0; Date.now() < endsAt; turn += 1) {
    await (actions[turn] ?? random.pick(actions))();
    await sleep(random.between(pauseMs.min, pauseMs.max));
  }
}

/** Runs all actors of the plan until the plan's time has passed and every started operation has ended. */
export async function runLoad(plan: CampaignPlan, tenants: readonly Tenant[], history: History): Promise<void> {
  const endsAt = Date.now() + plan.seconds * 1_000;
  await Promise.all(
    plan.actors.map((actor) => {
      const tenant = tenants.find(({ name }) => name === actor.tenant);
      if (!tenant) throw new Error(`There is no tenant ${actor.tenant}.`);
      return runActor(actor, tenant, history, { endsAt, pauseMs: plan.pauseMs });
    }),
  );
}
