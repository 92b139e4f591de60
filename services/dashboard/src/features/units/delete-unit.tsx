import { Text } from '@mantine/core';
import { ApiProblem, describeError } from '../../api/problem.js';
import { ifMatch, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { getUnitLabel } from './listed-unit.js';
import type { Unit } from './unit-values.js';

interface DeleteUnitProps {
  readonly unit: Versioned<Unit>;
  readonly onDeleted: () => void;
}

function describeFailure(error: unknown): string {
  const isChanged = error instanceof ApiProblem && error.status === 412;
  return isChanged ? 'Someone else changed this unit. Review it before you delete it.' : describeError(error);
}

/** Deletes a unit after a confirmation. */
export function DeleteUnit({ unit: { record, tag }, onDeleted }: DeleteUnitProps) {
  const { api } = useTenant();
  const remove = async () => {
    await api.DELETE('/v1/units/{id}', { params: { path: { id: record.id } }, headers: ifMatch(tag) });
    onDeleted();
  };
  return (
    <ConfirmButton
      size="sm"
      c="red"
      label="Delete unit"
      title={`Delete unit ${getUnitLabel(record)}?`}
      onConfirm={remove}
      describeFailure={describeFailure}
    >
      <Text size="sm">This can't be undone.</Text>
    </ConfirmButton>
  );
}
