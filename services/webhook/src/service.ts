import type { Service } from '@plotline/kit/process/service';
import type { Context } from './context.js';
import { eraseLead } from './events/erase-lead.js';
import { recordDeliveries } from './events/record-deliveries.js';
import { recordJobNotices } from './events/record-job-notices.js';
import { deleteWebhook, updateWebhook } from './http/change-webhook.js';
import { createWebhook } from './http/create-webhook.js';
import { getDelivery, listDeliveries, resendDelivery, testWebhook } from './http/deliveries.js';
import { listEvents } from './http/list-events.js';
import { listNotifications } from './http/list-notifications.js';
import { getWebhook, listWebhooks } from './http/read-webhooks.js';
import { cancelResend, createResend, getResend, listResends } from './http/resends.js';
import { rotateWebhookSecret } from './http/rotate-webhook-secret.js';
import { createRebuilds } from './rebuilds.js';
import { resetCounters } from './store/rebuild-counters.js';
import { migrations } from './stores.js';
import { createPlanner } from './workers/planner.js';
import { createQueueRepair } from './workers/queue-repair.js';
import { createResendWorker } from './workers/resend-deliveries.js';
import { createRetention } from './workers/retention.js';

/** The handlers, consumers and workers of this service. */
export function createService(context: Context): Service {
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    migrations,
    handlers: {
      listWebhooks: listWebhooks(context),
      createWebhook: createWebhook(context),
      getWebhook: getWebhook(context),
      updateWebhook: updateWebhook(context),
      deleteWebhook: deleteWebhook(context),
      testWebhook: testWebhook(context),
      rotateWebhookSecret: rotateWebhookSecret(context),
      listDeliveries: listDeliveries(context),
      getDelivery: getDelivery(context),
      resendDelivery: resendDelivery(context),
      createResend: createResend(context),
      listResends: listResends(context),
      getResend: getResend(context),
      cancelResend: cancelResend(context),
      listEvents: listEvents(context),
      listNotifications: listNotifications(context),
    },
    rebuilds: createRebuilds(context.runtime, context),
    sandboxReset: {
      resets: context.sandboxResets,
      correct: (tenant) => resetCounters(context.runtime, context, tenant),
    },
    consumers: [recordDeliveries(context), eraseLead(context), recordJobNotices(context)],
    workers: [
      context.dispatcher,
      createPlanner(context),
      createQueueRepair(context),
      createResendWorker(context),
      createRetention(context),
    ],
  };
}
