import { Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { Money } from '../../ui/format/money.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import type { HoldChangeProps } from './hold-change-forms.js';
import { useHoldChange } from './use-hold-change.js';

/** Asks before a paid deposit is marked as unpaid. */
export function TakeBackForm({ hold, onClose }: HoldChangeProps) {
  const { api } = useTenant();
  const takeBack = useHoldChange(
    () => readBody(api.DELETE('/v1/holds/{id}/deposit', { params: { path: { id: hold.id } } })),
    'The deposit is marked as unpaid.',
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    takeBack.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">
          {hold.deposit === null ? 'The deposit' : <Money {...hold.deposit} />} will count as unpaid. The hold itself
          stays. You can record the deposit again later.
        </Text>
        <FormActions
          label="Mark as unpaid"
          color="red"
          isBusy={takeBack.isPending}
          error={takeBack.error}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
