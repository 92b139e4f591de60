import type { DigestSchedule } from './digest-schedule.js';

/** What decides whether, and how, an event is recorded for a subscription: a webhook or an integration. */
export interface Subscription {
  readonly id: string;
  readonly events: readonly string[];
  readonly active: boolean;
  /** When failed deliveries disabled it; null when it is active, or was active when a request deactivated it. */
  readonly disabled_at: Date | null;
  /**
   * Grows when the subscription becomes inactive. Attempts that were planned in an earlier epoch are cancelled. Absent, as 0, in
   * records of earlier releases.
   */
  readonly epoch?: number;
  /** When it is told of many events together; absent in one that is told of each. */
  readonly schedule?: DigestSchedule;
}

/** A subscription as it is stored. */
export interface StoredSubscription extends Subscription {
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The epoch of a subscription, or the one in which a delivery was planned. */
export function getEpoch({ epoch = 0 }: { readonly epoch?: number }): number {
  return epoch;
}

/**
 * What follows from a request that sets `active`. `true` clears `disabled_at`. `false` keeps it: a disabled subscription shows
 * `active: false`, so a PUT of what GET returned changes nothing.
 */
export function setActive(
  before: Subscription,
  active: boolean,
): Pick<Subscription, 'active' | 'disabled_at'> & {
  readonly epoch: number;
} {
  return {
    active,
    disabled_at: active ? null : before.disabled_at,
    epoch: getEpoch(before) + (before.active && !active ? 1 : 0),
  };
}

/** The subscription, disabled because its deliveries failed. An inactive one stays as it is. */
export function disable<S extends StoredSubscription>(subscription: S, now: Date): S {
  if (!subscription.active) return subscription;
  return { ...subscription, active: false, disabled_at: now, epoch: getEpoch(subscription) + 1, updated_at: now };
}

/** Whether it is subscribed to the event, by its name or by `*`. */
export function isSubscribedTo({ events }: Subscription, event: string): boolean {
  return events.includes(event) || events.includes('*');
}

/** Whether events are recorded as deliveries: while active, and while disabled, so that they can be resent later. */
export function isRecording({ active, disabled_at }: Subscription): boolean {
  return active || disabled_at !== null;
}

/** Whether each of its events is recorded as a delivery of its own. */
export function isToldOfEach(subscription: Subscription): boolean {
  return isRecording(subscription) && subscription.schedule === undefined;
}
