import type { DigestSchedule } from './digest-schedule.js';
import { type StoredSubscription, setActive } from './subscription.js';

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
function toSettings({ name, events, recipients, schedule }: DigestSettings) {
  const { frequency, weekday, hour, time_zone } = schedule;
  return {
    name,
    events: [...new Set(events)],
    recipients: [...new Set(recipients)],
    schedule: { frequency, weekday, hour, time_zone },
  };
}

export function buildMailDigest(settings: DigestSettings, id: string, now: Date): MailDigest {
  return {
    id,
    version: 1,
    kind: 'mail_digest',
    ...toSettings(settings),
    active: settings.active,
    disabled_at: null,
    epoch: 0,
    created_at: now,
    updated_at: now,
  };
}

/** The digest with new settings. */
export function editMailDigest(before: MailDigest, settings: DigestSettings, now: Date): MailDigest {
  return { ...before, ...toSettings(settings), ...setActive(before, settings.active), updated_at: now };
}
