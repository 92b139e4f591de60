import type { Tenant } from '@plotline/kit/caller';
import { notFound } from '@plotline/kit/errors';
import type { Context } from '../context.js';
import type { Subscription } from '../domain/subscription.js';
import { showWebhooks } from './show-webhooks.js';

/** The subscription of that id; rejects with NOT_FOUND when there is none. */
export async function findWebhook({ subscriptions }: Context, tenant: Tenant, id: string): Promise<Subscription> {
  const subscription = await subscriptions.get(tenant, id);
  if (!subscription) throw notFound();
  return subscription;
}

/** One subscription as GET without parameters shows it. */
export async function showWebhook(context: Context, tenant: Tenant, subscription: Subscription) {
  const [shown] = await showWebhooks(context, tenant, [subscription]);
  if (!shown) throw new Error('A subscription can be shown.');
  return shown;
}
