import { Stack, TextInput } from '@mantine/core';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import type { SavedViews } from './use-saved-views.js';

interface SaveViewDialogProps {
  readonly saved: SavedViews;
  readonly query: string;
  readonly onClose: () => void;
}

function SaveViewForm({ saved, query, onClose }: SaveViewDialogProps) {
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
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps('name')} />
        <FormActions label="Save view" isBusy={save.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Saves the current filters as a view. */
export function SaveViewDialog(props: SaveViewDialogProps) {
  return (
    <FormModal opened onClose={props.onClose} title="Save these filters">
      <SaveViewForm {...props} />
    </FormModal>
  );
}
