import { lazy, Suspense } from 'react';
import { FormDrawer } from '../../../components/form-dialog.js';
import { LoadingState } from '../../../components/states.js';

const NewLeadForm = lazy(async () => ({ default: (await import('./new-lead-form.js')).NewLeadForm }));

/** The form for a lead that came in, beside the board. */
export function NewLeadDrawer({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <FormDrawer
      opened={isOpen}
      onClose={onClose}
      title="New lead"
      position="right"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Suspense fallback={<LoadingState />}>
        <NewLeadForm onClose={onClose} />
      </Suspense>
    </FormDrawer>
  );
}
