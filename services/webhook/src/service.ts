import { type MaintenanceOptions, withMaintenance } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import type { Service } from '@plotline/kit/service/service';
import { createIntegration } from './channels/api/create-integration.js';
import { createWebhook } from './channels/api/create-webhook.js';
import { integrationSummaryFields, toIntegrationJson } from './channels/api/integration-json.js';
import { previewMessage } from './channels/api/preview-message.js';
import { rotateWebhookSecret } from './channels/api/rotate-webhook-secret.js';
import { updateIntegration } from './channels/api/update-integration.js';
import { updateWebhook } from './channels/api/update-webhook.js';
import { toWebhookJson, webhookSummaryFields } from './channels/api/webhook-json.js';
import { createIntegrationTest, createWebhookTest } from './channels/model/test-event.js';
import { createTimeZoneConsumer } from './channels/work/follow-time-zone.js';
import { createDigestPlanner } from './channels/work/plan-digests.js';
import type { Context } from './context.js';
import { contract } from './contract.js';
import { cancelResend } from './deliveries/api/cancel-resend.js';
import { createResend } from './deliveries/api/create-resend.js';
import { getDelivery } from './deliveries/api/get-delivery.js';
import { getResend } from './deliveries/api/get-resend.js';
import { listDeliveries } from './deliveries/api/list-deliveries.js';
import { listResends } from './deliveries/api/list-resends.js';
import { resendDelivery } from './deliveries/api/resend-delivery.js';
import { testSubscription } from './deliveries/api/test-subscription.js';
import { resetCounters } from './deliveries/store/counter-source.js';
import { eraseLead } from './deliveries/work/erase-lead.js';
import { createPlanner } from './deliveries/work/planner.js';
import { createQueueRepair } from './deliveries/work/queue-repair.js';
import { recordDeliveries } from './deliveries/work/record-deliveries.js';
import { createResendWorker } from './deliveries/work/resend-deliveries.js';
import { createRetention } from './deliveries/work/retention.js';
import { listEventSamples } from './events/api/list-event-samples.js';
import { listEvents } from './events/api/list-events.js';
import { getUnreadNotifications } from './notices/api/get-unread-notifications.js';
import { listNotifications } from './notices/api/list-notifications.js';
import { markNotificationsRead } from './notices/api/mark-notifications-read.js';
import { getNotificationPreferences, updateNotificationPreferences } from './notices/api/notification-preferences.js';
import { followDueRecords } from './notices/work/follow-due-records.js';
import { createNoticeMailing } from './notices/work/mail-notices.js';
import { recordAssignmentNotices } from './notices/work/record-assignment-notices.js';
import { recordJobNotices } from './notices/work/record-job-notices.js';
import { recordOverdueInvoices } from './notices/work/record-overdue-invoices.js';
import { recordRefusedConnections } from './notices/work/record-refused-connections.js';
import { recordSoldUnits } from './notices/work/record-sold-units.js';
import { createReminder } from './notices/work/remind.js';
import { followUnsubscriptions } from './notices/work/unsubscribe.js';
import { createRebuilds } from './rebuilds.js';
import { migrations } from './stores.js';
import { deleteSubscription } from './subscriptions/api/delete-subscription.js';
import { getSubscription } from './subscriptions/api/get-subscription.js';
import { listSubscriptions } from './subscriptions/api/list-subscriptions.js';

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
    contract,
    migrations,
    handlers: {
      listWebhooks: listSubscriptions(webhooks, toWebhookJson, webhookSummaryFields),
      createWebhook: createWebhook(context),
      getWebhook: getSubscription(webhooks, toWebhookJson),
      updateWebhook: updateWebhook(context),
      deleteWebhook: deleteSubscription(webhooks),
      testWebhook: testSubscription(webhooks, createWebhookTest),
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
      testIntegration: testSubscription(integrations, createIntegrationTest),
      listIntegrationDeliveries: listDeliveries(integrations),
      getIntegrationDelivery: getDelivery(integrations),
      resendIntegrationDelivery: resendDelivery(integrations),
      listEvents: listEvents(context),
      listEventSamples: listEventSamples(context),
      listNotifications: listNotifications(context),
      getUnreadNotifications: getUnreadNotifications(context),
      markNotificationsRead: markNotificationsRead(context),
      getNotificationPreferences: getNotificationPreferences(context),
      updateNotificationPreferences: updateNotificationPreferences(context),
    },
    consumers: [
      ...recordDeliveries(context),
      eraseLead(context),
      recordJobNotices(context),
      recordAssignmentNotices(context),
      recordSoldUnits(context),
      recordRefusedConnections(context),
      recordOverdueInvoices(context),
      followDueRecords(context),
      followUnsubscriptions(context),
      createTimeZoneConsumer(context),
      context.suspensions.createConsumer(runtime.name),
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
      createReminder(context),
      createNoticeMailing(context),
      createRetention(context),
    ],
  });
}
