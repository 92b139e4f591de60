import { type PublishedEvent, toSubject, toTitle } from './chat-message.js';
import { type DigestSchedule, describeTime } from './digest-schedule.js';
import { createSampleEvent, toSampleName } from './event-samples.js';

/** Number of events that a digest shows one by one. */
export const maxShown = 20;

/** Fields of an event that a digest shows. */
export interface ShownEvent {
  readonly event: string;
  readonly timestamp: unknown;
  readonly subject: string;
}

export function toShownEvent({ event, timestamp, data }: PublishedEvent): ShownEvent {
  return { event, timestamp, subject: toSubject(data) };
}

/** Events of a period. */
export interface DigestContent {
  readonly since: Date;
  readonly until: Date;
  /** Number of events by name. */
  readonly counts: ReadonlyMap<string, number>;
  /** Whether more events happened than were counted. */
  readonly isCut: boolean;
  /** Up to `maxShown` of the events, latest first. */
  readonly latest: readonly ShownEvent[];
}

export interface DigestText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

function toLine({ event, timestamp, subject }: ShownEvent, time_zone: string): string {
  const time = timestamp instanceof Date ? timestamp : new Date(String(timestamp));
  return `${describeTime(time, time_zone)} – ${toTitle(event)}: ${subject}`;
}

/** Renders the email of a digest: the counts of events, and the latest of them. */
export function renderDigest(
  { name, schedule: { time_zone } }: { readonly name: string; readonly schedule: Pick<DigestSchedule, 'time_zone'> },
  { since, until, counts, isCut, latest }: DigestContent,
): DigestText {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const byCount = [...counts].toSorted(([, one], [, next]) => next - one);
  const from = describeTime(since, time_zone);
  const further = total - latest.length;
  return {
    subject: `${name}: ${total} ${total === 1 ? 'event' : 'events'}`,
    paragraphs: [
      `Events from ${from} to ${describeTime(until, time_zone)} (${time_zone}):`,
      byCount.map(([event, count]) => `${toTitle(event)}: ${count}`).join('\n'),
      ...(isCut ? ['There were too many events to count all of them. The counts cover only the latest ones.'] : []),
      further > 0 ? `The latest ${latest.length}:` : 'One by one:',
      latest.map((event) => toLine(event, time_zone)).join('\n'),
    ],
  };
}

const dayMs = 24 * 3_600_000;

/** Creates an example of a digest of these events, for previews and tests. */
export function createSampleDigest(events: readonly string[], now: Date): DigestContent {
  const names = events.includes('*') ? ['lead.created', 'unit.sold'] : [...new Set(events.map(toSampleName))];
  const latest = names.slice(0, maxShown).map((name) => toShownEvent({ ...createSampleEvent(name), timestamp: now }));
  const counts = new Map(latest.map(({ event }) => [event, 1]));
  return { since: new Date(now.getTime() - dayMs), until: now, counts, isCut: false, latest };
}
