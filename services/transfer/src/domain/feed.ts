/** The formats of a feed; also the endings of its addresses. */
export const feedFormats = ['xml', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** What a feed showed when it was made last, in one format. */
export interface FeedFile {
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
  readonly made_at: Date;
  /** Since when it has been the same. */
  readonly changed_at: Date;
  /** The one before: who is reading it may read on. */
  readonly previous_id: string | null;
}

/** Up to here a feed is shown as it is. */
const freshMs = 60_000;
/** Up to here it is shown while it is made anew. */
const staleMs = 300_000;

/** Whether what was made may be shown, and whether it is to be made anew. */
export function judgeAge(file: FeedFile | null, now: Date): 'fresh' | 'stale' | 'outdated' {
  const age = file ? now.getTime() - file.made_at.getTime() : Number.POSITIVE_INFINITY;
  if (age < freshMs) return 'fresh';
  return age < staleMs ? 'stale' : 'outdated';
}

export function isFeedFormat(value: string): value is FeedFormat {
  return value === 'xml' || value === 'json';
}
