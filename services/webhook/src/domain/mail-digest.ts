import type { DigestSchedule } from './digest-schedule.js';
import { editSubscription, type StoredSubscription, startSubscription } from './subscription.js';

/** Tells agents of the workspace by mail what happened since the last time, of many events together. */
export interface MailDigest extends StoredSubscription {
  readonly kind: 'mail_digest';
  readonly name: string;
  /** Ids of agents: nobody else is mailed. */
  readonly recipients: readonly string[];
  readonly schedule: DigestSchedule;
}

/** What requests can set; the shape was validated against the contract. */
export interface DigestSettings {
  readonly name: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly recipients: readonly string[];
  readonly schedule: DigestSchedule;
}

/** Without duplicates, and with no other field than these. */
function toSettings({ name, recipients, schedule }: DigestSettings) {
  const { frequency, weekday, hour, time_zone } = schedule;
  return {
    name,
    recipients: [...new Set(recipients)],
    schedule: { frequency, weekday, hour, time_zone },
  };
}

export function buildMailDigest(settings: DigestSettings, id: string, now: Date): MailDigest {
  return { id, ...startSubscription(settings, now), kind: 'mail_digest', ...toSettings(settings) };
}

/** The digest with new settings. */
export function editMailDigest(before: MailDigest, settings: DigestSettings, now: Date): MailDigest {
  return { ...before, ...toSettings(settings), ...editSubscription(before, settings, now) };
}
