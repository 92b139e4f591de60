import type { BulkChange } from './bulk-change.js';

/** What the form of a bulk action gets. */
export interface BulkFormProps {
  readonly onStart: (change: BulkChange) => void;
  readonly onClose: () => void;
}
