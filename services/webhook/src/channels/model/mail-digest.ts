import {
  editSubscription,
  type StoredSubscription,
  startSubscription,
} from '../../subscriptions/model/subscription.js';
import type { DigestSchedule } from './digest-schedule.js';

/** Emails agents of the workspace a summary of the events since the last digest. */
export interface MailDigest extends StoredSubscription {
  readonly kind: 'mail_digest';
  readonly name: string;
  /** Ids of the recipients. Only agents can be recipients. */
  readonly recipients: readonly string[];
  readonly schedule: DigestSchedule;
}

/** Settings that requests can change. The contract has validated their shape. */
export interface DigestSettings {
  readonly name: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly recipients: readonly string[];
  readonly schedule: DigestSchedule;
}

/** Keeps only these settings, without duplicates. */
function toSettings({ name, recipients, schedule }: DigestSettings) {
  const { frequency, weekday, hour, time_zone, follows_workspace = false } = schedule;
  return {
    name,
    recipients: [...new Set(recipients)],
    schedule: { frequency, weekday, hour, time_zone, follows_workspace },
  };
}

export function buildMailDigest(settings: DigestSettings, id: string, now: Date): MailDigest {
  return { id, ...startSubscription(settings, now), kind: 'mail_digest', ...toSettings(settings) };
}

/** Returns the digest with new settings. */
export function editMailDigest(before: MailDigest, settings: DigestSettings, now: Date): MailDigest {
  return { ...before, ...toSettings(settings), ...editSubscription(before, settings, now) };
}

/** Returns the digest after its workspace's time zone changed. Returns the same digest if it has its own time zone. */
export function followTimeZone(before: MailDigest, time_zone: string, now: Date): MailDigest {
  const { schedule } = before;
  if (schedule.follows_workspace !== true || schedule.time_zone === time_zone) return before;
  return { ...before, schedule: { ...schedule, time_zone }, updated_at: now };
}
