import type { AttemptDelivery } from '../../deliveries/model/attempt-delivery.js';
import { toRequestBody } from '../../events/model/payload.js';
import type { SendRequest } from '../../receivers/model/request.js';
import { listSigningSecrets, type Webhook } from '../model/webhook.js';
import { type Secrets, signPayload } from './signing.js';

export interface PostEventOptions {
  readonly sendRequest: SendRequest;
  readonly secrets: Secrets;
  readonly clock: () => Date;
}

/** Creates the function that posts events to webhooks. Signs each attempt with the time at which it begins. */
export function createPostEvent({ sendRequest, secrets, clock }: PostEventOptions): AttemptDelivery<Webhook> {
  return async (webhook, { tenant, delivery, payload }, signal) => {
    const { id, url, payload_version } = webhook;
    const now = clock();
    const body = toRequestBody(payload_version, payload);
    const signingSecrets = listSigningSecrets(webhook, now).map((sealed) => secrets.open(sealed, id));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Plotline-Webhooks/1.0',
      ...signPayload(signingSecrets, { id: delivery.event_id, body, now }),
    };
    const outcome = await sendRequest({ workspaceId: tenant.workspaceId, url, headers, body }, signal);
    return { ...outcome, request: { url, headers, payload_version } };
  };
}
