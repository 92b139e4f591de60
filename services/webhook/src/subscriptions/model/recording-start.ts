import { findChoices } from '../../events/model/event-choice.js';

/** Maximum difference between the clocks of two machines. */
const clockSkewMs = 2_000;

/** Event or group that a subscription has chosen after its start. */
export interface LaterChoice {
  readonly event: string;
  readonly since: Date;
}

/**
 * Time from which a subscription gets events. Earlier events must be excluded, because they may be published again, for
 * example after a backup was restored.
 */
export interface RecordingStart {
  /** Time at which the subscription was created, or activated after a request had deactivated it. */
  readonly recording_since: Date;
  /** Names that the subscription has chosen since then. */
  readonly chosen_later: readonly LaterChoice[];
}

/** Fields of an event that determine whether a subscription gets it. */
interface Occurrence {
  readonly event: string;
  /** Time of the change; absent in tests and in digests. */
  readonly occurred_at?: Date;
}

/** Returns the time from which a subscription to these events gets one of them. */
function findStart(
  { recording_since, chosen_later }: RecordingStart,
  events: readonly string[],
  event: string,
): number {
  const began = recording_since.getTime();
  const later = new Map(chosen_later.map(({ event: name, since }) => [name, since.getTime()]));
  return Math.min(...findChoices(events, event).map((name) => later.get(name) ?? began));
}

/** Returns the earliest time at which the subscription may have begun to get the event, by another machine's clock. */
export function getFirstTime(
  subscription: RecordingStart & { readonly events: readonly string[] },
  event: string,
): Date {
  return new Date(findStart(subscription, subscription.events, event) - clockSkewMs);
}

/** Returns whether the event is subscribed to and happened after the subscription's start. */
export function isSubscribedTo(
  subscription: RecordingStart & { readonly events: readonly string[] },
  { event, occurred_at }: Occurrence,
): boolean {
  if (findChoices(subscription.events, event).length === 0) return false;
  return occurred_at === undefined || occurred_at >= getFirstTime(subscription, event);
}

/** Returns the start of a subscription that begins to get all its events. */
export function beginRecording(now: Date): RecordingStart {
  return { recording_since: now, chosen_later: [] };
}

/**
 * Returns the start after other events were chosen. The start doesn't change for events that were chosen before, by
 * name, by group or by `*`.
 */
export function chooseEvents(
  before: RecordingStart & { readonly events: readonly string[] },
  events: readonly string[],
  now: Date,
): RecordingStart {
  const { recording_since } = before;
  const chosen_later = events.flatMap((event) => {
    const isKnown = findChoices(before.events, event).length > 0;
    const since = isKnown ? new Date(findStart(before, before.events, event)) : now;
    return since > recording_since ? [{ event, since }] : [];
  });
  return { recording_since, chosen_later };
}
