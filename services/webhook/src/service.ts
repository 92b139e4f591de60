import type { Service } from '@plotline/kit/process/service';
import type { Context } from './context.js';
import { eraseLead } from './events/erase-lead.js';
import { recordDeliveries } from './events/record-deliveries.js';
import { createWebhook } from './http/create-webhook.js';
import { deleteWebhook } from './http/delete-webhook.js';
import { listDeliveries } from './http/list-deliveries.js';
import { listWebhooks } from './http/list-webhooks.js';
import { readWebhook } from './http/read-webhook.js';
import { resendDelivery } from './http/resend-delivery.js';
import { rotateSecret } from './http/rotate-secret.js';
import { sendTest } from './http/send-test.js';
import { updateWebhook } from './http/update-webhook.js';

/** Registers what this service answers, consumes and works on. */
export function createService(context: Context): Service {
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    handlers: {
      listWebhooks: listWebhooks(context),
      createWebhook: createWebhook(context),
      readWebhook: readWebhook(context),
      updateWebhook: updateWebhook(context),
      deleteWebhook: deleteWebhook(context),
      testWebhook: sendTest(context),
      rotateWebhookSecret: rotateSecret(context),
      listDeliveries: listDeliveries(context),
      resendDelivery: resendDelivery(context),
    },
    consumers: [recordDeliveries(context), eraseLead(context)],
    workers: [context.dispatcher],
  };
}
