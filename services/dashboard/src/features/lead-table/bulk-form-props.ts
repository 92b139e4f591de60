import type { BulkChange } from './bulk-change.js';

/** Props of the form of a bulk action. */
export interface BulkFormProps {
  readonly onStart: (change: BulkChange) => void;
  readonly onClose: () => void;
}
