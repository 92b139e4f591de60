import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { ApiProblem, toWords } from '../../api/problem.js';
import type { Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { getUnitLabel } from './listed-unit.js';
import type { Unit } from './unit-values.js';

interface DeleteUnitProps {
  readonly unit: Versioned<Unit>;
  readonly onDeleted: () => void;
}

export function DeleteUnit({ unit: { record, tag }, onDeleted }: DeleteUnitProps) {
  const { api } = useTenant();
  const [opened, { open, close }] = useDisclosure(false);
  const remove = useMutation({
    mutationFn: () => {
      const header = tag === undefined ? {} : { 'If-Match': tag };
      return api.DELETE('/v1/units/{id}', { params: { path: { id: record.id }, header } });
    },
    onSuccess: onDeleted,
  });
  const isChanged = remove.error instanceof ApiProblem && remove.error.status === 412;
  const problem = isChanged ? 'Someone else changed this unit. Review it before you delete it.' : toWords(remove.error);
  return (
    <>
      <Button variant="default" c="red" onClick={open}>
        Delete unit
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`Delete unit ${getUnitLabel(record)}?`}
        confirmLabel="Delete unit"
        isDestructive
        isBusy={remove.isPending}
        problem={remove.error ? problem : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          close();
        }}
      >
        <Text size="sm">This can't be undone.</Text>
      </ConfirmDialog>
    </>
  );
}
