import { Modal, Stack, TextInput } from '@mantine/core';
import { FormActions } from '../../../components/form-actions.js';
import { useProblemForm } from '../../../components/use-problem-form.js';
import type { SavedViews } from './saved-views.js';

interface SaveViewDialogProps {
  readonly saved: SavedViews;
  readonly query: string;
  readonly onClose: () => void;
}

/** Gives the filters that are set a name. */
export function SaveViewDialog({ saved, query, onClose }: SaveViewDialogProps) {
  const { save } = saved;
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });
  const submit = form.onSubmit(({ name }) => {
    clearProblem();
    save.mutate({ name, query }, { onSuccess: onClose, onError: showProblem });
  });
  return (
    <Modal opened onClose={onClose} title="Save these filters">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />
          <FormActions label="Save view" isBusy={save.isPending} problem={problem} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
