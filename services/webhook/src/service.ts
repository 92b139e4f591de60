import { type MaintenanceOptions, withMaintenance } from '@plotline/kit/ops/rebuilds/with-maintenance';
import type { Service } from '@plotline/kit/service/service';
import type { Context } from './context.js';
import { eraseLead } from './events/erase-lead.js';
import { recordAssignmentNotices } from './events/record-assignment-notices.js';
import { recordDeliveries } from './events/record-deliveries.js';
import { recordJobNotices } from './events/record-job-notices.js';
import { deleteSubscription } from './http/change-subscription.js';
import { createIntegration } from './http/create-integration.js';
import { createWebhook } from './http/create-webhook.js';
import { getDelivery, listDeliveries, resendDelivery } from './http/deliveries.js';
import { listEvents } from './http/list-events.js';
import { listNotifications } from './http/list-notifications.js';
import { previewMessage } from './http/preview-message.js';
import { getSubscription, listSubscriptions } from './http/read-subscriptions.js';
import { cancelResend, createResend, getResend, listResends } from './http/resends.js';
import { rotateWebhookSecret } from './http/rotate-webhook-secret.js';
import { testIntegration, testWebhook } from './http/test-subscription.js';
import { getUnreadNotifications, markNotificationsRead } from './http/unread-notifications.js';
import { updateIntegration } from './http/update-integration.js';
import { updateWebhook } from './http/update-webhook.js';
import { integrationSummaryFields, toIntegrationJson } from './json/integration.js';
import { toWebhookJson, webhookSummaryFields } from './json/webhook.js';
import { createRebuilds } from './rebuilds.js';
import { resetCounters } from './store/counter-source.js';
import { migrations } from './stores.js';
import { createDigestPlanner } from './workers/plan-digests.js';
import { createPlanner } from './workers/planner.js';
import { createQueueRepair } from './workers/queue-repair.js';
import { createResendWorker } from './workers/resend-deliveries.js';
import { createRetention } from './workers/retention.js';

/** Registers the handlers, consumers and workers of this service. */
export function createService(context: Context): Service {
  const { runtime, webhooks, integrations } = context;
  const maintenance: MaintenanceOptions = {
    resets: context.sandboxResets,
    correct: async (tenant) => {
      await resetCounters(runtime, webhooks, tenant);
      await resetCounters(runtime, integrations, tenant);
    },
    rebuilds: createRebuilds(runtime, context),
  };
  return withMaintenance(runtime, maintenance, {
    contract: new URL('../openapi.yaml', import.meta.url),
    migrations,
    handlers: {
      listWebhooks: listSubscriptions(webhooks, toWebhookJson, webhookSummaryFields),
      createWebhook: createWebhook(context),
      getWebhook: getSubscription(webhooks, toWebhookJson),
      updateWebhook: updateWebhook(context),
      deleteWebhook: deleteSubscription(webhooks),
      testWebhook: testWebhook(webhooks),
      rotateWebhookSecret: rotateWebhookSecret(context),
      listDeliveries: listDeliveries(webhooks),
      getDelivery: getDelivery(webhooks),
      resendDelivery: resendDelivery(webhooks),
      createResend: createResend(context),
      listResends: listResends(context),
      getResend: getResend(context),
      cancelResend: cancelResend(context),
      listIntegrations: listSubscriptions(integrations, toIntegrationJson, integrationSummaryFields),
      createIntegration: createIntegration(context),
      previewMessage: previewMessage(context),
      getIntegration: getSubscription(integrations, toIntegrationJson),
      updateIntegration: updateIntegration(context),
      deleteIntegration: deleteSubscription(integrations),
      testIntegration: testIntegration(integrations),
      listIntegrationDeliveries: listDeliveries(integrations),
      getIntegrationDelivery: getDelivery(integrations),
      resendIntegrationDelivery: resendDelivery(integrations),
      listEvents: listEvents(context),
      listNotifications: listNotifications(context),
      getUnreadNotifications: getUnreadNotifications(context),
      markNotificationsRead: markNotificationsRead(context),
    },
    consumers: [
      ...recordDeliveries(context),
      eraseLead(context),
      recordJobNotices(context),
      recordAssignmentNotices(context),
    ],
    workers: [
      webhooks.dispatcher,
      integrations.dispatcher,
      createPlanner(runtime, webhooks),
      createPlanner(runtime, integrations),
      createQueueRepair(runtime, webhooks),
      createQueueRepair(runtime, integrations),
      createDigestPlanner(context),
      createResendWorker(context),
      createRetention(context),
    ],
  });
}
