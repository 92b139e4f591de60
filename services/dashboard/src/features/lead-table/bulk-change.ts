import type { LeadRow } from './table-row.js';

/** Undoes the change of one lead. */
export type UndoStep = () => Promise<void>;

/** A lead in the list of refusals. */
export type BulkLead = Pick<LeadRow, 'id' | 'name'>;

/** A change of many leads, one after another. */
export interface BulkChange {
  /** Title of the dialog, such as `Move to Qualified`. */
  readonly label: string;
  /** Describes the result, such as `Moved 12 leads to Qualified.` */
  readonly describeDone: (leads: string) => string;
  /** Changes one lead. Resolves to the step that undoes the change, if there is one. */
  readonly change: (lead: BulkLead) => Promise<UndoStep | undefined>;
}

/** Counts leads in words. */
export function countLeads(count: number): string {
  return count === 1 ? '1 lead' : `${count} leads`;
}

/** Creates the change that undoes the changes of these leads. */
export function createUndo(steps: ReadonlyMap<string, UndoStep>): BulkChange {
  return {
    label: 'Undo',
    describeDone: (leads) => `Undone for ${leads}.`,
    change: ({ id }) => (steps.get(id)?.() ?? Promise.resolve()).then(() => undefined),
  };
}
