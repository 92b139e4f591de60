import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readBody } from '../../api/client.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { type ApiKey, apiKeysQuery } from './api-key-queries.js';

/** Key that replaces an older one. */
export interface RotatedKey {
  readonly name: string;
  readonly key: string;
  /** Days until the old key stops working. */
  readonly days: number;
}

interface RotateKeyButtonProps {
  readonly apiKey: ApiKey;
  /** Shows the new key outside the row, because the row no longer has this button once the old key has expired. */
  readonly onRotated: (rotated: RotatedKey) => void;
}

/** Replaces a key. The old key keeps working for some days, so that software can switch to the new one. */
export function RotateKeyButton({ apiKey: { id, name, scopes }, onRotated }: RotateKeyButtonProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [days, setDays] = useState(1);
  const rotate = useMutation({
    mutationFn: () =>
      readBody(
        tenant.auth.POST('/auth/api-keys/{id}/rotate', { params: { path: { id } }, body: { overlap_days: days } }),
      ),
    onSuccess: ({ data }) => {
      close();
      onRotated({ name, key: data.key, days });
      return queries.invalidateQueries({ queryKey: apiKeysQuery(tenant).queryKey });
    },
  });
  // Only owners may create a key with the scope `admin`.
  const mayRotate = useCan('own') || !scopes.includes('admin');
  if (!mayRotate) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`Rotate ${name}`} onClick={open}>
        Rotate
      </Button>
      <ModalDialog opened={isOpen} onClose={close} title={`Rotate the key ${name}?`}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            rotate.mutate();
          }}
        >
          <Stack gap="sm">
            <Text size="sm">This creates a new key with the same name and scopes.</Text>
            <NumberInput
              label="Days until the old key stops working"
              min={0}
              max={7}
              value={days}
              onChange={(value) => setDays(Number(value))}
            />
            <FormActions label="Create new key" isBusy={rotate.isPending} error={rotate.error} onCancel={close} />
          </Stack>
        </form>
      </ModalDialog>
    </>
  );
}
