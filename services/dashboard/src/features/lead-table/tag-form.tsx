import { Stack, TagsInput } from '@mantine/core';
import { useTenant } from '../../api/workspace.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import type { BulkFormProps } from './bulk-form-props.js';
import { createTagging } from './lead-changes.js';

/** Asks for the tags to add and to remove. */
export function TagForm({ onStart, onClose }: BulkFormProps) {
  const { api } = useTenant();
  const { form } = useProblemForm<{ added: string[]; removed: string[] }>({
    initialValues: { added: [], removed: [] },
    validate: {
      added: (added, { removed }) => (added.length + removed.length === 0 ? 'Enter a tag to add or to remove.' : null),
      removed: (removed, { added }) =>
        removed.some((tag) => added.includes(tag)) ? "You can't add and remove the same tag." : null,
    },
  });
  const submit = form.onSubmit(({ added, removed }) => onStart(createTagging(api, added, removed)));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TagsInput
          label="Add"
          placeholder="Tag, then Enter"
          maxTags={20}
          data-autofocus
          {...form.getInputProps('added')}
        />
        <TagsInput label="Remove" placeholder="Tag, then Enter" maxTags={20} {...form.getInputProps('removed')} />
        <FormActions label="Change tags" isBusy={false} onCancel={onClose} />
      </Stack>
    </form>
  );
}
