import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import { tellOwners } from '../accounts/tell-owners.js';
import type { Context } from '../context.js';

const prefetch = 4;

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function readOptionalText(value: unknown, name: string): string | null {
  const text = readField(value, name);
  return typeof text === 'string' ? text : null;
}

/** `webhook.disabled` of the webhook service: tells the owners of the workspace by mail. Nobody is mailed about the sandbox. */
export function sendWebhookAlerts(context: Context): Consumer {
  return {
    queue: 'auth.webhook-disabled',
    bindings: ['webhook.disabled'],
    prefetch,
    handle: async (event) => {
      const { workspace_id, data, timestamp } = parseEnvelope(event.payload);
      if (event.mode === 'sandbox') return;
      const answer = data['last_answer'];
      const code = readField(answer, 'response_code');
      const webhook = {
        webhook_id: readText(data, 'webhook_id'),
        host: readText(data, 'host'),
        event: readText(data, 'event'),
        disabled_at: timestamp,
        response_code: typeof code === 'number' ? code : null,
        error: readOptionalText(answer, 'error'),
        response_body: readOptionalText(answer, 'response_body'),
      };
      await tellOwners(context, { workspaceId: workspace_id, mode: event.mode }, event.id, webhook);
    },
  };
}
