import type { LeadRow } from './table-row.js';

/** Undoes the change of one lead. */
export type UndoStep = () => Promise<void>;

/** Lead in the list of failures. */
export type BulkLead = Pick<LeadRow, 'id' | 'name'>;

/** A change of many leads, one after another. */
export interface BulkChange {
  /** Title of the dialog, such as `Move to Qualified`. */
  readonly label: string;
  /** Describes the result, such as `Moved 12 leads to Qualified.` */
  readonly describeDone: (leads: string) => string;
  /** Changes one lead. Resolves to the step that undoes the change, if it can be undone. */
  readonly change: (lead: BulkLead) => Promise<UndoStep | undefined>;
}

/** Describes a number of leads, such as `1 lead`. */
export function countLeads(count: number): string {
  return count === 1 ? '1 lead' : `${count} leads`;
}

/** Creates the bulk change that undoes these changes. */
export function createUndo(steps: ReadonlyMap<string, UndoStep>): BulkChange {
  return {
    label: 'Undo',
    describeDone: (leads) => `Undone for ${leads}.`,
    change: ({ id }) => (steps.get(id)?.() ?? Promise.resolve()).then(() => undefined),
  };
}
