import {
  editSubscription,
  type StoredSubscription,
  startSubscription,
} from '../../subscriptions/model/subscription.js';

export type PayloadVersion = 'v1' | 'v2';

/** Replaced signing secret. It still signs requests until `until`. */
export interface FormerSecret {
  readonly sealed: string;
  readonly until: Date;
}

/** Subscription of a workspace that posts events to a URL. Secrets are sealed. */
export interface Webhook extends StoredSubscription {
  readonly url: string;
  readonly payload_version: PayloadVersion;
  readonly secret: string;
  readonly former_secret: FormerSecret | null;
}

/** Settings that requests can change. The contract has validated their shape. */
export interface WebhookSettings {
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly payload_version: PayloadVersion;
}

/** Creates a webhook. Removes duplicate events. `secret` must be sealed. */
export function buildWebhook(settings: WebhookSettings, id: string, secret: string, now: Date): Webhook {
  return {
    id,
    ...startSubscription(settings, now),
    url: settings.url,
    payload_version: settings.payload_version,
    secret,
    former_secret: null,
  };
}

/** Returns the webhook with new settings. */
export function editWebhook(webhook: Webhook, settings: WebhookSettings, now: Date): Webhook {
  return {
    ...webhook,
    url: settings.url,
    payload_version: settings.payload_version,
    ...editSubscription(webhook, settings, now),
  };
}

const secretOverlapMs = 24 * 3_600_000;

/** Returns the webhook with a new (sealed) secret. The replaced secret also signs for another 24 hours. */
export function replaceSecret(webhook: Webhook, secret: string, now: Date): Webhook {
  const former = { sealed: webhook.secret, until: new Date(now.getTime() + secretOverlapMs) };
  return { ...webhook, secret, former_secret: former, updated_at: now };
}

/** Returns the sealed secrets that sign at `now`, the current one first. */
export function listSigningSecrets({ secret, former_secret }: Webhook, now: Date): string[] {
  return former_secret && former_secret.until > now ? [secret, former_secret.sealed] : [secret];
}
