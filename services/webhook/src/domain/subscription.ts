export type PayloadVersion = 'v1' | 'v2';

/** A signing secret that has been replaced but still signs for a while. */
export interface FormerSecret {
  readonly sealed: string;
  readonly until: Date;
}

/** Where a workspace wants which events; secrets are kept sealed. */
export interface Subscription {
  readonly id: string;
  readonly version: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly payload_version: PayloadVersion;
  readonly secret: string;
  readonly former_secret: FormerSecret | null;
  /** When failing deliveries switched it off; null when it is on, or off by request. */
  readonly disabled_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What the creation of a subscription says; the contract has checked its shape. */
export interface SubscriptionRequest {
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly payload_version: PayloadVersion;
}

/** A change of a subscription; what is absent stays. */
export type SubscriptionPatch = Partial<SubscriptionRequest>;

/** A new subscription, its events without repetition. `secret` is sealed. */
export function subscribe(request: SubscriptionRequest, id: string, secret: string, now: Date): Subscription {
  return {
    id,
    version: 1,
    url: request.url,
    events: [...new Set(request.events)],
    active: request.active,
    payload_version: request.payload_version,
    secret,
    former_secret: null,
    disabled_at: null,
    created_at: now,
    updated_at: now,
  };
}

/**
 * The subscription as its editor wants it, after the merge of a PUT. Switching it on forgets that it was disabled;
 * `active: false` does not, as that is what a disabled one shows: putting back what was read changes nothing.
 */
export function amend(wanted: Subscription, now: Date): Subscription {
  return {
    ...wanted,
    events: [...new Set(wanted.events)],
    disabled_at: wanted.active ? null : wanted.disabled_at,
    updated_at: now,
  };
}

/** Switched off because deliveries failed; an inactive one stays as it is, so that its owners are told once. */
export function disable(subscription: Subscription, now: Date): Subscription {
  return subscription.active ? { ...subscription, active: false, disabled_at: now, updated_at: now } : subscription;
}

const rotationMs = 24 * 3_600_000;

/** A new (sealed) secret; the present one signs beside it for 24 hours more. */
export function rotateSecret(subscription: Subscription, secret: string, now: Date): Subscription {
  const former = { sealed: subscription.secret, until: new Date(now.getTime() + rotationMs) };
  return { ...subscription, secret, former_secret: former, updated_at: now };
}

/** The sealed secrets that sign at a moment, the present one first. */
export function signingSecrets({ secret, former_secret }: Subscription, now: Date): string[] {
  return former_secret && former_secret.until > now ? [secret, former_secret.sealed] : [secret];
}

/** Whether the events that a subscription names include one. */
export function listensTo(names: readonly string[], event: string): boolean {
  return names.includes(event) || names.includes('*');
}

/** Whether events are recorded: also while disabled, so that they can be sent again once the receiver is mended. */
export function isRecording({ active, disabled_at }: Subscription): boolean {
  return active || disabled_at !== null;
}
