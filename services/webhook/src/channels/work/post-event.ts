import type { Tenant } from '@plotline/kit/core/caller';
import type { Delivery, Outcome } from '../../deliveries/model/delivery.js';
import { toRequestBody } from '../../events/model/payload.js';
import type { EventContent } from '../../events/model/recorded-event.js';
import type { SendRequest } from '../../receivers/work/send-request.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { listSigningSecrets, type Webhook } from '../model/webhook.js';
import { type Secrets, signPayload } from './signing.js';

export interface AttemptOptions {
  readonly sendRequest: SendRequest;
  readonly secrets: Secrets;
  readonly clock: () => Date;
}

/**
 * Content of an attempt. It belongs to the trace of the request that caused the event, however much later it is made.
 */
export interface AttemptedEvent extends EventContent {
  readonly tenant: Tenant;
  /** The delivery before the attempt. */
  readonly delivery: Pick<Delivery, 'id' | 'webhook_id' | 'event_id' | 'event' | 'status' | 'attempts'>;
}

/** Makes one attempt. Rejects only when `signal` aborts it, with Busy or with OutcomeUnknown. */
export type AttemptDelivery<S extends StoredSubscription> = (
  subscription: S,
  event: AttemptedEvent,
  signal?: AbortSignal,
) => Promise<Outcome>;

/** Creates the function that posts events to webhooks, each signed with the time at which the attempt begins. */
export function createAttemptDelivery({ sendRequest, secrets, clock }: AttemptOptions): AttemptDelivery<Webhook> {
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
