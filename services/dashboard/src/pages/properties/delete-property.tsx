import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import type { Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import type { Property } from './property-values.js';

export function DeleteProperty({ property: { record, tag } }: { readonly property: Versioned<Property> }) {
  const { api, key } = useTenant();
  const [workspaceId, mode] = key;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure(false);
  const remove = useMutation({
    mutationFn: () => {
      const header = tag === undefined ? {} : { 'If-Match': tag };
      return answerOf(api.DELETE('/v1/properties/{id}', { params: { path: { id: record.id }, header } }));
    },
    onSuccess: async () => {
      await navigate({ to: '/$workspaceId/$mode/properties', params: { workspaceId, mode } });
      client.removeQueries({ queryKey: [...key, 'properties', record.id] });
      void client.invalidateQueries({ queryKey: [...key, 'properties', 'choice'] });
      await client.invalidateQueries({ queryKey: [...key, 'properties', 'list'] });
    },
  });
  return (
    <>
      <Button variant="default" c="red" onClick={open}>
        Delete
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`Delete ${record.name}?`}
        confirmLabel="Delete property"
        isDestructive
        isBusy={remove.isPending}
        problem={remove.error ? toWords(remove.error) : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          close();
        }}
      >
        <Text size="sm">
          This deletes the property and its {record.units_count === 1 ? '1 unit' : `${record.units_count} units`}. It
          can't be undone. Leads and deals stay.
        </Text>
      </ConfirmDialog>
    </>
  );
}
