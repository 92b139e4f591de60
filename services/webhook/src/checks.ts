import {
  type Check,
  createRebuildChecks,
  createReferenceCheck,
  type FindExisting,
  findIn,
} from '@plotline/kit/ops/doctor/check';
import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Stores } from './stores.js';

/**
 * Finds existing subscriptions. The queue of a deleted subscription exists until a worker has removed its deliveries.
 */
function findSubscriptions(runtime: ServiceRuntime, subscriptions: string, queues: string): FindExisting {
  const [inSubscriptions, inQueues] = [findIn(runtime, subscriptions), findIn(runtime, queues)];
  return async (caller, ids) => [...(await inSubscriptions(caller, ids)), ...(await inQueues(caller, ids))];
}

/** Deliveries leave the log after 30 days. */
const nextStep = 'no action needed: the delivery is only listed, and is removed from the log 30 days after it was made';

/**
 * Creates all checks of this service. References to records of other services aren't checked, because those records may
 * have been deleted.
 */
export function createChecks(
  runtime: ServiceRuntime,
  { sandboxResets }: Pick<Stores, 'sandboxResets'>,
  rebuilds: Rebuilds,
): Check[] {
  const check = (name: string, collection: string, field: string, findExisting: FindExisting) =>
    createReferenceCheck(runtime, { name, collection, field, findExisting, nextStep });
  const findWebhooks = findSubscriptions(runtime, 'webhooks', 'endpoint_queues');
  const findIntegrations = findSubscriptions(runtime, 'integrations', 'integration_queues');
  const findEvents = findIn(runtime, 'events');
  return [
    check('delivery_webhook', 'deliveries', 'webhook_id', findWebhooks),
    check('delivery_event', 'deliveries', 'event_id', findEvents),
    check('integration_delivery_integration', 'integration_deliveries', 'webhook_id', findIntegrations),
    check('integration_delivery_event', 'integration_deliveries', 'event_id', findEvents),
    ...createRebuildChecks(runtime, sandboxResets.jobs, rebuilds),
  ];
}
