import type { MailDigest } from './mail-digest.js';
import { publicEvents } from './public-events.js';
import type { RecordedEvent } from './recorded-event.js';
import { getValue } from './template.js';

/** Name of the event that a digest is delivered for; nobody subscribes to it. */
export const digestEvent = 'integration.digest';

/** What a digest tells of: a part of the event log. */
export interface DigestPeriod {
  /** The number of the last event before it, and of its last one. */
  readonly after: number;
  readonly to: number;
  readonly since: Date;
  readonly until: Date;
  /** The names of the events that are told of, or `*`. */
  readonly events: readonly string[];
}

/** Events of the log that are looked at for one digest, the latest ones. */
const maxLookedAt = 50_000;

/** The part of the log that a digest looks at, and whether it leaves out the beginning of the period. */
export function toLogRange({ after, to, events }: DigestPeriod) {
  const names: readonly string[] = events.includes('*') ? publicEvents : events;
  const first = Math.max(after, to - maxLookedAt);
  return { from: first + 1, to, names, isCut: first > after };
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
  return { id, version: 1, event: digestEvent, payload, created_at: period.until };
}

/** The period in the data of its event. Throws when there is none. */
export function readPeriod(data: object): DigestPeriod {
  const [after, to, events] = ['after', 'to', 'events'].map((name) => getValue(data, name));
  if (typeof after !== 'number' || typeof to !== 'number' || !Array.isArray(events))
    throw new Error('The event has no period.');
  const readTime = (name: string) => new Date(String(getValue(data, name)));
  return { after, to, since: readTime('since'), until: readTime('until'), events: events.map(String) };
}
