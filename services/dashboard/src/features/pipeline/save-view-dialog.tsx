import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useCan } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import type { SavedViews } from './use-saved-views.js';

interface SaveViewDialogProps {
  readonly saved: SavedViews;
  readonly query: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function SaveViewForm({ saved, query, onSaved, onClose }: SaveViewDialogProps) {
  const { save } = saved;
  const mayShare = useCan('write');
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: { name: '', shared: false },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name.' : null) },
  });
  const submit = form.onSubmit(({ name, shared }) => {
    clearProblem();
    const onSuccess = () => {
      onClose();
      onSaved();
    };
    save.mutate({ name, query, shared }, { onSuccess, onError: showProblem });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps('name')} />
        {mayShare ? (
          <Checkbox
            label="Share with everyone in this workspace"
            {...form.getInputProps('shared', { type: 'checkbox' })}
          />
        ) : null}
        <FormActions label="Save view" isBusy={save.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Saves the current filters and layout as a view. */
export function SaveViewDialog(props: SaveViewDialogProps) {
  return (
    <FormModal opened onClose={props.onClose} title="Save this view">
      <SaveViewForm {...props} />
    </FormModal>
  );
}
