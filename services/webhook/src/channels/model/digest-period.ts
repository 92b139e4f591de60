import { expandChoices } from '../../events/model/event-choice.js';
import type { LogStart } from '../../events/model/log-range.js';
import { type RecordedEvent, toStoredPayload } from '../../events/model/recorded-event.js';
import { getFirstTime } from '../../subscriptions/model/recording-start.js';
import type { MailDigest } from './mail-digest.js';
import { getValue } from './template.js';

/** Name of the event that represents a digest. Nobody can subscribe to it. */
export const digestEvent = 'integration.digest';

/** Part of the event log that is covered by a digest. */
export interface DigestPeriod {
  /** Numbers of the last event before the period, and of the last event in it. */
  readonly after: number;
  readonly to: number;
  readonly since: Date;
  readonly until: Date;
  /** Names and groups of the included events, or `*` for all. */
  readonly events: readonly string[];
  /** Start times of the events. Events from before these times are excluded, even if they are recorded later. */
  readonly starts: readonly LogStart[];
}

/** Returns the times from which a digest includes its events. Usually one time applies to all events. */
export function listStarts(digest: MailDigest, publicEvents: readonly string[]): LogStart[] {
  const starts = new Map<number, string[]>();
  for (const event of expandChoices(digest.events, publicEvents)) {
    const since = getFirstTime(digest, event).getTime();
    starts.set(since, [...(starts.get(since) ?? []), event]);
  }
  return [...starts].map(([since, events]) => ({ events, since: new Date(since) }));
}

/**
 * Maximum number of events in the log that are read for one digest. If there are more, only the latest ones are read.
 */
const maxLookedAt = 50_000;

/** Returns the part of the log that a digest reads, and whether the part omits the beginning of the period. */
export function toLogRange({ after, to, events, starts }: DigestPeriod, publicEvents: readonly string[]) {
  const first = Math.max(after, to - maxLookedAt);
  return { from: first + 1, to, names: expandChoices(events, publicEvents), starts, isCut: first > after };
}

/** Creates the event that represents a digest. */
export function createDigestEvent(
  { id: integrationId, name }: MailDigest,
  period: DigestPeriod,
  workspaceId: string,
  id: string,
): RecordedEvent {
  const data = { id: integrationId, name, ...period };
  const payload = JSON.stringify({
    id,
    event: digestEvent,
    timestamp: period.until,
    workspace_id: workspaceId,
    data,
  });
  return { id, version: 1, event: digestEvent, ...toStoredPayload(payload), created_at: period.until };
}

function readStart(start: unknown): LogStart {
  const { events, since }: { events?: unknown; since?: unknown } = Object(start);
  return { events: Array.isArray(events) ? events.map(String) : [], since: new Date(String(since)) };
}

/** Reads the period from the data of its event. Throws when there is none. */
export function readPeriod(data: object): DigestPeriod {
  const [after, to, events, starts] = ['after', 'to', 'events', 'starts'].map((name) => getValue(data, name));
  if (typeof after !== 'number' || typeof to !== 'number' || !Array.isArray(events) || !Array.isArray(starts))
    throw new Error('The event has no period.');
  const readTime = (name: string) => new Date(String(getValue(data, name)));
  const [since, until] = [readTime('since'), readTime('until')];
  return { after, to, since, until, events: events.map(String), starts: starts.map(readStart) };
}
