import type { BulkChange } from './bulk-change.js';

/** Properties of the form of a bulk action. */
export interface BulkFormProps {
  readonly onStart: (change: BulkChange) => void;
  readonly onClose: () => void;
}
