import { Stack, TextInput } from '@mantine/core';
import { FormActions } from '../../../components/form-actions.js';
import { FormModal } from '../../../components/form-dialog.js';
import { useProblemForm } from '../../../components/use-problem-form.js';
import type { SavedViews } from './saved-views.js';

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
        <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps('name')} />
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
