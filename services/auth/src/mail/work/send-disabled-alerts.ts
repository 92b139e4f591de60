import type { Consumer } from '@plotline/kit/broker/consume';
import {
  type ParsedEnvelope,
  parseEnvelope,
  readField,
  readOptionalText,
  readText,
} from '@plotline/kit/broker/event-envelope';
import type { Context } from '../../context.js';
import { tellOwners } from './tell-owners.js';

const prefetch = 4;

/** What failed, and what was answered last. */
function readFailure({ data, timestamp }: ParsedEnvelope) {
  const answer = data['last_answer'];
  const code = readField(answer, 'response_code');
  return {
    event: readText(data, 'event'),
    disabled_at: timestamp,
    response_code: typeof code === 'number' ? code : null,
    error: readOptionalText(answer, 'error'),
    response_body: readOptionalText(answer, 'response_body'),
  };
}

/**
 * `webhook.disabled` and `integration.disabled` of the webhook service: tell the owners of the workspace by mail. Nobody is mailed about
 * the sandbox.
 */
export function sendDisabledAlerts(context: Context): Consumer {
  return {
    queue: 'auth.webhook-disabled',
    bindings: ['webhook.disabled', 'integration.disabled'],
    prefetch,
    handle: async (event) => {
      const envelope = parseEnvelope(event.payload);
      if (event.mode === 'sandbox') return;
      const { workspace_id, data } = envelope;
      const failure = readFailure(envelope);
      const disabled =
        event.name === 'webhook.disabled'
          ? { webhook_id: readText(data, 'webhook_id'), host: readText(data, 'host'), ...failure }
          : {
              integration_id: readText(data, 'integration_id'),
              name: readText(data, 'name'),
              host: readOptionalText(data, 'host'),
              ...failure,
            };
      await tellOwners(context, { workspaceId: workspace_id, mode: event.mode }, event.id, disabled);
    },
  };
}
