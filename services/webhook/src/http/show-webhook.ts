import type { Scope } from '@plotline/kit/caller';
import { notFound } from '@plotline/kit/errors';
import type { Context } from '../context.js';
import { showWebhooks } from './show-webhooks.js';

/** The subscription of that id as GET without parameters shows it; rejects with NOT_FOUND when there is none. */
export async function showWebhook(context: Context, scope: Scope, id: string) {
  const subscription = await context.subscriptions.get(scope, id);
  const [shown] = await showWebhooks(context, scope, subscription ? [subscription] : []);
  if (!shown) throw notFound();
  return shown;
}
