import { beginRecording, chooseEvents, type RecordingStart } from './recording-start.js';

/**
 * Fields that determine whether and how an event is recorded for a subscription. A subscription is a webhook or an
 * integration.
 */
export interface Subscription extends RecordingStart {
  readonly id: string;
  readonly events: readonly string[];
  readonly active: boolean;
  /**
   * Time at which failed deliveries disabled the subscription. Null while the subscription is active, or if a request
   * deactivated an active subscription.
   */
  readonly disabled_at: Date | null;
  /** Increases when the subscription becomes inactive. Attempts that were planned in an earlier epoch are cancelled. */
  readonly epoch: number;
  /** Schedule of a subscription that gets many events together; absent when it gets each event separately. */
  readonly schedule?: object;
}

/** Subscription as it is stored. */
export interface StoredSubscription extends Subscription {
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Returns the initial fields of every subscription. Removes duplicate events. */
export function startSubscription({ events, active }: Pick<Subscription, 'events' | 'active'>, now: Date) {
  const common = { events: [...new Set(events)], active, disabled_at: null, epoch: 0 };
  return { version: 1, ...common, ...beginRecording(now), created_at: now, updated_at: now };
}

/**
 * Returns the changes of a request that sets `active` and `events`. `active: true` clears `disabled_at`, and `false`
 * keeps it. A disabled subscription shows `active: false`, so a PUT with the response of a GET must not change
 * `disabled_at`.
 */
export function editSubscription(
  before: Subscription,
  { active, events }: Pick<Subscription, 'events' | 'active'>,
  now: Date,
) {
  const chosen = [...new Set(events)];
  const disabled_at = active ? null : before.disabled_at;
  const begins = !isRecording(before) && isRecording({ active, disabled_at });
  return {
    events: chosen,
    active,
    disabled_at,
    epoch: before.epoch + (before.active && !active ? 1 : 0),
    ...(begins ? beginRecording(now) : chooseEvents(before, chosen, now)),
    updated_at: now,
  };
}

/** Disables the subscription because its deliveries failed. Returns an inactive subscription unchanged. */
export function disable<S extends StoredSubscription>(subscription: S, now: Date): S {
  if (!subscription.active) return subscription;
  return { ...subscription, active: false, disabled_at: now, epoch: subscription.epoch + 1, updated_at: now };
}

/**
 * Returns whether events are recorded as deliveries. This is the case while the subscription is active. It is also the
 * case while the subscription is disabled, so that the deliveries can be resent later.
 */
export function isRecording({ active, disabled_at }: Pick<Subscription, 'active' | 'disabled_at'>): boolean {
  return active || disabled_at !== null;
}

/** Returns whether each event of the subscription is recorded as a separate delivery. */
export function recordsEachEvent(subscription: Subscription): boolean {
  return isRecording(subscription) && subscription.schedule === undefined;
}
