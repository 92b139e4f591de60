import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ModalDialog } from '../../components/dialog.js';
import { FormActions } from '../../components/form-actions.js';
import { type ApiKey, apiKeysQuery } from './api-keys.js';

/** A key that took the place of another. */
export interface RotatedKey {
  readonly name: string;
  readonly key: string;
  /** For which the old one still works. */
  readonly days: number;
}

interface RotateKeyButtonProps {
  readonly apiKey: ApiKey;
  /** The new key is shown outside of the row, which has no button any more when the old key has ended. */
  readonly onRotated: (rotated: RotatedKey) => void;
}

/** Replaces a key; the old one stays good for some days, so that programs can change over. */
export function RotateKeyButton({ apiKey: { id, name, scopes }, onRotated }: RotateKeyButtonProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [days, setDays] = useState(1);
  const rotate = useMutation({
    mutationFn: () =>
      answerOf(
        tenant.auth.POST('/auth/api-keys/{id}/rotate', { params: { path: { id } }, body: { overlap_days: days } }),
      ),
    onSuccess: ({ data }) => {
      close();
      onRotated({ name, key: data.key, days });
      return queries.invalidateQueries({ queryKey: apiKeysQuery(tenant).queryKey });
    },
  });
  // As of a new key: one with the scope `admin` is given by owners alone.
  const mayGive = useCan('own') || !scopes.includes('admin');
  if (!mayGive) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`Rotate ${name}`} onClick={open}>
        Rotate
      </Button>
      <ModalDialog
        opened={isOpen}
        onClose={close}
        title={`Replace the key ${name}?`}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            rotate.mutate();
          }}
        >
          <Stack gap="sm">
            <Text size="sm">A new key of the same name and scopes is made. The old one still works for a while.</Text>
            <NumberInput
              label="Days for which the old key still works"
              min={0}
              max={7}
              value={days}
              onChange={(value) => setDays(Number(value))}
            />
            <FormActions
              label="Make the new key"
              isBusy={rotate.isPending}
              problem={rotate.error ? toWords(rotate.error) : undefined}
              onCancel={close}
            />
          </Stack>
        </form>
      </ModalDialog>
    </>
  );
}
