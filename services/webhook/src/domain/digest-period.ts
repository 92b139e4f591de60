import type { MailDigest } from './mail-digest.js';
import { publicEvents } from './public-events.js';
import { type RecordedEvent, toStoredPayload } from './recorded-event.js';
import { getFirstTime } from './recording-start.js';
import { getValue } from './template.js';

/** Name of the event that a digest is delivered for; nobody subscribes to it. */
export const digestEvent = 'integration.digest';

/** Since when events of these names are told of. */
export interface LogStart {
  readonly events: readonly string[];
  readonly since: Date;
}

/** What a digest tells of: a part of the event log. */
export interface DigestPeriod {
  /** The number of the last event before it, and of its last one. */
  readonly after: number;
  readonly to: number;
  readonly since: Date;
  readonly until: Date;
  /** The names of the events that are told of, or `*`. */
  readonly events: readonly string[];
  /** Tells which events happened too early to be told of, though they may be recorded later. */
  readonly starts: readonly LogStart[];
}

function toNames(events: readonly string[]): readonly string[] {
  return events.includes('*') ? publicEvents : events;
}

/** Since when a digest tells of its events: mostly of all of them since one moment. */
export function listStarts(digest: MailDigest): LogStart[] {
  const starts = new Map<number, string[]>();
  for (const event of toNames(digest.events)) {
    const since = getFirstTime(digest, event).getTime();
    starts.set(since, [...(starts.get(since) ?? []), event]);
  }
  return [...starts].map(([since, events]) => ({ events, since: new Date(since) }));
}

/** Events of the log that are looked at for one digest, the latest ones. */
const maxLookedAt = 50_000;

/** The part of the log that a digest looks at, and whether it leaves out the beginning of the period. */
export function toLogRange({ after, to, events, starts }: DigestPeriod) {
  const first = Math.max(after, to - maxLookedAt);
  return { from: first + 1, to, names: toNames(events), starts, isCut: first > after };
}

/** The event that a digest is delivered for. */
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

/** The period in the data of its event. Throws when there is none. */
export function readPeriod(data: object): DigestPeriod {
  const [after, to, events, starts] = ['after', 'to', 'events', 'starts'].map((name) => getValue(data, name));
  if (typeof after !== 'number' || typeof to !== 'number' || !Array.isArray(events) || !Array.isArray(starts))
    throw new Error('The event has no period.');
  const readTime = (name: string) => new Date(String(getValue(data, name)));
  const [since, until] = [readTime('since'), readTime('until')];
  return { after, to, since, until, events: events.map(String), starts: starts.map(readStart) };
}
