import type { Delivery, Outcome } from '../domain/delivery.js';
import { payloadFor } from '../domain/payload.js';
import { type Subscription, signingSecrets } from '../domain/subscription.js';
import type { Secrets } from './secrets.js';
import type { Send } from './send-attempt.js';
import { signatureHeaders } from './sign-payload.js';

export interface AttemptOptions {
  readonly send: Send;
  readonly secrets: Secrets;
  readonly clock: () => Date;
}

/** Makes one attempt of a delivery, freshly signed; rejects only when `signal` gave it up. */
export type AttemptDelivery = (
  subscription: Subscription,
  delivery: Pick<Delivery, 'event_id' | 'payload'>,
  signal?: AbortSignal,
) => Promise<Outcome>;

export function createAttempt({ send, secrets, clock }: AttemptOptions): AttemptDelivery {
  return (subscription, delivery, signal) => {
    const { id, url, payload_version } = subscription;
    const now = clock();
    const body = payloadFor(payload_version, delivery.payload);
    const open = signingSecrets(subscription, now).map((sealed) => secrets.open(sealed, id));
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Plotline-Webhooks/1.0',
      ...signatureHeaders(open, { id: delivery.event_id, body, now }),
    };
    return send({ url, headers, body }, signal);
  };
}
