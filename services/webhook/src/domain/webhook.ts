export type PayloadVersion = 'v1' | 'v2';

/** A replaced signing secret that still signs until `until`. */
export interface FormerSecret {
  readonly sealed: string;
  readonly until: Date;
}

/** A subscription of a workspace: which events are posted to which URL. Secrets are sealed. */
export interface Webhook {
  readonly id: string;
  readonly version: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly payload_version: PayloadVersion;
  readonly secret: string;
  readonly former_secret: FormerSecret | null;
  /** When failed deliveries disabled the webhook; null when it is active, or was active when a request deactivated it. */
  readonly disabled_at: Date | null;
  /**
   * Grows when the webhook becomes inactive. Attempts that were planned in an earlier epoch are cancelled. Absent, as 0, in
   * records of earlier releases.
   */
  readonly epoch?: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What decides whether, and how, an event is recorded for a webhook. */
export type Subscription = Pick<Webhook, 'id' | 'events' | 'active' | 'disabled_at' | 'epoch'>;

/** What requests can set; the shape was validated against the contract. */
export interface WebhookSettings {
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly payload_version: PayloadVersion;
}

/** A new webhook, its events without duplicates. `secret` is sealed. */
export function buildWebhook(settings: WebhookSettings, id: string, secret: string, now: Date): Webhook {
  return {
    id,
    version: 1,
    url: settings.url,
    events: [...new Set(settings.events)],
    active: settings.active,
    payload_version: settings.payload_version,
    secret,
    former_secret: null,
    disabled_at: null,
    epoch: 0,
    created_at: now,
    updated_at: now,
  };
}

/** The epoch of a webhook, or the one in which a delivery was planned. */
export function getEpoch({ epoch = 0 }: { readonly epoch?: number }): number {
  return epoch;
}

/**
 * The webhook with new settings. `active: true` clears `disabled_at`. `active: false` keeps it: a disabled webhook shows
 * `active: false`, so a PUT of what GET returned changes nothing.
 */
export function editWebhook(webhook: Webhook, settings: WebhookSettings, now: Date): Webhook {
  return {
    ...webhook,
    url: settings.url,
    events: [...new Set(settings.events)],
    active: settings.active,
    payload_version: settings.payload_version,
    disabled_at: settings.active ? null : webhook.disabled_at,
    epoch: getEpoch(webhook) + (webhook.active && !settings.active ? 1 : 0),
    updated_at: now,
  };
}

/** The webhook, disabled because its deliveries failed. An inactive webhook stays as it is. */
export function disableWebhook(webhook: Webhook, now: Date): Webhook {
  if (!webhook.active) return webhook;
  return { ...webhook, active: false, disabled_at: now, epoch: getEpoch(webhook) + 1, updated_at: now };
}

const secretOverlapMs = 24 * 3_600_000;

/** The webhook with a new (sealed) secret. The replaced secret signs beside it for 24 hours. */
export function replaceSecret(webhook: Webhook, secret: string, now: Date): Webhook {
  const former = { sealed: webhook.secret, until: new Date(now.getTime() + secretOverlapMs) };
  return { ...webhook, secret, former_secret: former, updated_at: now };
}

/** The sealed secrets that sign at `now`, the current one first. */
export function listSigningSecrets({ secret, former_secret }: Webhook, now: Date): string[] {
  return former_secret && former_secret.until > now ? [secret, former_secret.sealed] : [secret];
}

/** Whether the webhook subscribes to the event, by its name or by `*`. */
export function isSubscribedTo({ events }: Subscription, event: string): boolean {
  return events.includes(event) || events.includes('*');
}

/** Whether events are recorded as deliveries: while active, and while disabled, so that they can be resent later. */
export function isRecording({ active, disabled_at }: Subscription): boolean {
  return active || disabled_at !== null;
}
