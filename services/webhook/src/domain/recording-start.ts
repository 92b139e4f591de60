/** The clocks of two machines differ by up to this. */
const clockSkewMs = 2_000;

/** An event that a subscription chose later than others. */
export interface LaterChoice {
  readonly event: string;
  readonly since: Date;
}

/** Since when a subscription is told of events. Those from before may be published again, as after the restore of a backup. */
export interface RecordingStart {
  /** When it was created, or activated after a request had deactivated it. */
  readonly recording_since: Date;
  /** The names that it has chosen since then. */
  readonly chosen_later: readonly LaterChoice[];
}

/** What decides about an event. */
interface Occurrence {
  readonly event: string;
  /** The time of the change; absent in tests and in digests. */
  readonly occurred_at?: Date;
}

/** The event's own name and `*`, as far as they are chosen. */
function findNames(events: readonly string[], event: string): string[] {
  return events.filter((name) => name === event || name === '*');
}

/** Since when a subscription to these events is told of one of them. */
function findStart(
  { recording_since, chosen_later }: RecordingStart,
  events: readonly string[],
  event: string,
): number {
  const began = recording_since.getTime();
  const later = new Map(chosen_later.map(({ event: name, since }) => [name, since.getTime()]));
  return Math.min(...findNames(events, event).map((name) => later.get(name) ?? began));
}

/** The first time that the clock of another machine may have told when the subscription began to be told of the event. */
export function getFirstTime(
  subscription: RecordingStart & { readonly events: readonly string[] },
  event: string,
): Date {
  return new Date(findStart(subscription, subscription.events, event) - clockSkewMs);
}

/** Whether the event is subscribed to, and did not happen before that. */
export function isToldOf(
  subscription: RecordingStart & { readonly events: readonly string[] },
  { event, occurred_at }: Occurrence,
): boolean {
  if (findNames(subscription.events, event).length === 0) return false;
  return occurred_at === undefined || occurred_at >= getFirstTime(subscription, event);
}

/** The start of a subscription that begins to be told of all its events. */
export function beginRecording(now: Date): RecordingStart {
  return { recording_since: now, chosen_later: [] };
}

/** The start after a choice of other events: of those that were chosen before, or told of by `*`, it stays. */
export function chooseEvents(
  before: RecordingStart & { readonly events: readonly string[] },
  events: readonly string[],
  now: Date,
): RecordingStart {
  const { recording_since } = before;
  const chosen_later = events.flatMap((event) => {
    const isKnown = findNames(before.events, event).length > 0;
    const since = isKnown ? new Date(findStart(before, before.events, event)) : now;
    return since > recording_since ? [{ event, since }] : [];
  });
  return { recording_since, chosen_later };
}
