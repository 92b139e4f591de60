/** Choices for the duration of a hold. An empty value means the workspace's default. */
export const holdTimes: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: "The workspace's usual time" },
  { value: '86400', label: '1 day' },
  { value: '172800', label: '2 days' },
  { value: '259200', label: '3 days' },
  { value: '604800', label: '7 days' },
  { value: '1209600', label: '14 days' },
  { value: 'until', label: 'Until a day and time' },
];

interface HoldTime {
  readonly time: string;
  /** Day and time from a `datetime-local` field, in the person's time zone. */
  readonly until: string;
}

/** Converts the chosen time to fields of a request. */
export function toHoldEnd({ time, until }: HoldTime): { expires_in?: number; expires_at?: string } {
  if (time === '') return {};
  return time === 'until' ? { expires_at: new Date(until).toISOString() } : { expires_in: Number(time) };
}

/** Returns the error of a chosen day and time, if any. */
export function findTimeFault({ time, until }: HoldTime, now = new Date()): string | null {
  if (time !== 'until') return null;
  if (until === '') return 'Enter a day and time.';
  return new Date(until) > now ? null : 'Choose a time in the future.';
}
