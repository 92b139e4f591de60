import type { Mode } from '../../core/caller.js';

/** What a rebuild has looked at, and how much of it was wrong. */
export interface Rebuilt {
  readonly checked: number;
  readonly corrected: number;
}

/** A part of a rebuild that is done. */
export interface RebuildStep extends Rebuilt {
  /** Where the next part begins, such as the last id. */
  readonly after: string;
}

/** What was wrong: the numbers, or the names of fields, that were computed and those that were stored. Nothing of people, as it is printed. */
export interface Correction {
  readonly expected: unknown;
  readonly found: unknown;
}

/** What a rebuild would correct. */
export interface Wrong extends Correction {
  readonly workspace_id: string;
  readonly id: string;
  /** Where a record can be wrong in several ways. */
  readonly field?: string;
}

/** In place of a correction: what is wrong is told, and nothing is stored. */
export interface DryRun {
  /** Only this workspace is looked at. */
  readonly workspaceId?: string | undefined;
  readonly onWrong: (wrong: Wrong) => void;
}

/** Where a rebuild goes on, and how it tells what it has done. */
export interface RebuildProgress {
  /** Of the last step that was told; empty at the beginning. */
  readonly after: string;
  /** Given: the rebuild stores nothing. */
  readonly dryRun?: DryRun;
  /** Stores a step; a rebuild that is interrupted goes on after the last one. Throws when the rebuild is to end. */
  advance(step: RebuildStep): Promise<void>;
}

/** Computes what follows from other records anew, while the service runs; resolves to what it did from `progress.after` on. */
export type Rebuild = (mode: Mode, progress: RebuildProgress) => Promise<Rebuilt>;

/** Those of a service by name. */
export type Rebuilds = Readonly<Record<string, Rebuild>>;

/** For a rebuild of which nobody asks how far it has come. */
export const fromStart: RebuildProgress = { after: '', advance: async () => undefined };
