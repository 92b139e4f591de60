import { conflict, type Problem } from '@plotline/kit/core/errors';
import type { ImportCounts, ImportInput, ImportState } from './import.js';
import type { ImportResource } from './import-fields.js';

/** Time after the end of an import during which the import can be undone. */
const undoPeriodMs = 24 * 3_600_000;

/** Reason to keep a record that an import created. */
type KeptReason = 'changed' | 'has_deal' | 'has_units' | 'merged' | 'deleted';

/** Number of records by outcome. */
export type UndoCounts = Readonly<Record<'removed' | KeptReason, number>>;

export const noRemovals: UndoCounts = { removed: 0, changed: 0, has_deal: 0, has_units: 0, merged: 0, deleted: 0 };

/** Undo of an import, as a job. */
export interface UndoData {
  readonly input: {
    readonly resource: ImportResource;
    /** Id of the import. */
    readonly about: string;
  };
  readonly state: {
    /** Last row of the last stored chunk in which all records were handled. */
    readonly row: number;
    /** Number of handled records in the next chunk. */
    readonly handled: number;
  };
  readonly counts: UndoCounts;
}

export const undoBegin: UndoData['state'] = { row: 0, handled: 0 };

/**
 * Returns the id of an import's undo. It is derived from the import's id, so that two requests can't start two undos.
 */
export function toUndoId(importId: string): string {
  return importId.replace(/^imp_/, 'undo_');
}

/** Fields of an import that determine whether it can be undone. */
interface UndoableImport {
  readonly status: string;
  readonly finished_at: Date | null;
  readonly input: Pick<ImportInput, 'dry_run'>;
  readonly state: Pick<ImportState, 'row' | 'recorded'>;
  readonly counts: Pick<ImportCounts, 'created'>;
}

/** Returns the time until which an import can be undone; null while the import has not ended. */
export function getUndoEnd({ finished_at }: Pick<UndoableImport, 'finished_at'>): Date | null {
  return finished_at && new Date(finished_at.getTime() + undoPeriodMs);
}

/** Returns the reason why an import can't be undone. Returns null if it can be undone. */
export function findUndoRefusal(job: UndoableImport, now: Date): Problem | null {
  const { status, input, state, counts } = job;
  if (input.dry_run) {
    return conflict('A dry run stores nothing, so there is nothing to undo.', 'import_is_dry_run');
  }
  const until = getUndoEnd(job);
  if (!until) {
    const message = `The import is ${status}. Cancel it, or undo it once it has ended.`;
    return conflict(message, 'import_not_finished', { status });
  }
  if (now > until) {
    return conflict('An import can be undone for 24 hours after its end.', 'undo_period_over', {
      until: until.toISOString(),
    });
  }
  if ((state.recorded ?? 0) !== counts.created) {
    return conflict('The import began before imports could be undone. Delete its records.', 'undo_unavailable');
  }
  return null;
}

/** Returns whether a request starts the undo again, because the earlier undo stopped before it was complete. */
export function canRestart({ status }: Pick<UndoableImport, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled';
}
