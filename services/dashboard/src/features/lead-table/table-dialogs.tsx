import { lazy, Suspense } from 'react';
import type { BulkChange, BulkLead } from './bulk-change.js';
import type { ColumnId } from './column-choice.js';
import type { GridAction } from './grid-keys.js';

// The code is loaded when a dialog opens, so that the table appears sooner.
const BulkDialogs = lazy(async () => ({ default: (await import('./bulk-dialogs.js')).BulkDialogs }));
const ColumnsDialog = lazy(async () => ({ default: (await import('./columns-dialog.js')).ColumnsDialog }));
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.js')).KeyHelp }));

/** The dialog over the table. For a bulk action, it includes the leads. */
export type OpenedDialog = 'columns' | 'keys' | { readonly action: GridAction; readonly leads: readonly BulkLead[] };

interface TableDialogsProps {
  /** Undefined while no dialog is open. */
  readonly opened: OpenedDialog | undefined;
  readonly columns: readonly ColumnId[];
  readonly onColumns: (columns: readonly ColumnId[]) => void;
  readonly onStart: (change: BulkChange, leads: readonly BulkLead[]) => void;
  readonly onClose: () => void;
}

/** Renders the open dialog of the table. */
export function TableDialogs({ opened, columns, onColumns, onStart, onClose }: TableDialogsProps) {
  return (
    <Suspense>
      {opened === 'columns' ? <ColumnsDialog columns={columns} onChange={onColumns} onClose={onClose} /> : null}
      {opened === 'keys' ? <KeyHelp onClose={onClose} /> : null}
      {typeof opened === 'object' ? (
        <BulkDialogs {...opened} onClose={onClose} onStart={(change) => onStart(change, opened.leads)} />
      ) : null}
    </Suspense>
  );
}
