import type { Mode } from '../../core/caller.js';

/** Number of records that a rebuild has checked, and how many were wrong. */
export interface Rebuilt {
  readonly checked: number;
  readonly corrected: number;
}

/** A finished part of a rebuild. */
export interface RebuildStep extends Rebuilt {
  /** Start of the next part, such as the last id. */
  readonly after: string;
}

/**
 * Computed and stored values of a wrong record: numbers, or names of fields. Contains no personal data, because it is
 * printed.
 */
export interface Correction {
  readonly expected: unknown;
  readonly found: unknown;
}

/** A correction that a rebuild would make. */
export interface Wrong extends Correction {
  readonly workspace_id: string;
  readonly id: string;
  /** Set where a record can be wrong in several ways. */
  readonly field?: string;
}

/** Receives what is wrong; nothing is stored. */
export interface DryRun {
  /** Limits the check to this workspace. */
  readonly workspaceId?: string | undefined;
  readonly onWrong: (wrong: Wrong) => void;
}

/** Position of a rebuild, and how it reports its progress. */
export interface RebuildProgress {
  /** Position of the last reported step; empty at the start. */
  readonly after: string;
  /** When present, the rebuild stores nothing. */
  readonly dryRun?: DryRun;
  /** Stores a step; an interrupted rebuild continues after the last one. Throws when the rebuild must end. */
  advance(step: RebuildStep): Promise<void>;
}

/**
 * Recomputes data that is derived from other records, while the service runs. Resolves to the counts since
 * `progress.after`.
 */
export type Rebuild = (mode: Mode, progress: RebuildProgress) => Promise<Rebuilt>;

/** Rebuilds of a service by name. */
export type Rebuilds = Readonly<Record<string, Rebuild>>;

/** For a rebuild whose progress nobody follows. */
export const fromStart: RebuildProgress = { after: '', advance: async () => undefined };
