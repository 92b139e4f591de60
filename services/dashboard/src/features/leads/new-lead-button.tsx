import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useCan } from '../../api/workspace.js';
import { FormDrawer } from '../../ui/dialogs/form-dialog.js';
import { LoadingState } from '../../ui/feedback/states.js';

// The code is loaded when the form opens, so that the list appears sooner.
const NewLeadForm = lazy(async () => ({ default: (await import('./new-lead-form.js')).NewLeadForm }));

/** Opens the form of a new lead over a list. */
export function NewLeadButton() {
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!useCan('write')) return null;
  return (
    <>
      <Button onClick={open}>New lead</Button>
      <FormDrawer opened={isOpen} onClose={close} title="New lead" position="right">
        <Suspense fallback={<LoadingState />}>
          <NewLeadForm onClose={close} />
        </Suspense>
      </FormDrawer>
    </>
  );
}
