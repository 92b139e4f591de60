import type { FeedHealth } from './feed-health.js';

/** Formats of a feed, which are also the extensions of its addresses. */
export const feedFormats = ['xml', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

/** Latest content of a feed in one format. */
export interface FeedFile {
  readonly id: string;
  readonly size: number;
  readonly sha256: string;
  readonly made_at: Date;
  /** Time at which the content last changed. */
  readonly changed_at: Date;
  /** Previous file. It is kept for clients that are still reading it. */
  readonly previous_id: string | null;
  /** Health, for XML only. Absent in files of earlier releases of Plotline. */
  readonly health?: FeedHealth;
}

/** Maximum age of a feed that is sent without being renewed. */
const freshMs = 60_000;
/** Maximum age of a feed that is sent while it is being renewed. */
const staleMs = 300_000;

/** Returns whether the file may be sent, and whether it must be renewed. */
export function judgeAge(file: FeedFile | null, now: Date): 'fresh' | 'stale' | 'outdated' {
  const age = file ? now.getTime() - file.made_at.getTime() : Number.POSITIVE_INFINITY;
  if (age < freshMs) return 'fresh';
  return age < staleMs ? 'stale' : 'outdated';
}

export function isFeedFormat(value: string): value is FeedFormat {
  return value === 'xml' || value === 'json';
}
