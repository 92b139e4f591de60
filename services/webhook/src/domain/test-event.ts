import { type Delivery, shelve } from './delivery.js';
import type { Subscription } from './subscription.js';

const testEvent = 'webhook.test';

/** The delivery of a test event: one attempt, made by whoever asked for it, and none after it. */
export function planTest(
  { id, url, events }: Subscription,
  workspaceId: string,
  ids: { readonly event: string; readonly delivery: string },
  now: Date,
): Delivery {
  const payload = JSON.stringify({
    id: ids.event,
    event: testEvent,
    timestamp: now,
    workspace_id: workspaceId,
    data: { id, url, events },
  });
  const origin = { subscription_id: id, event_id: ids.event, event: testEvent, payload };
  return { ...shelve(origin, ids.delivery, now), remaining: 0 };
}
