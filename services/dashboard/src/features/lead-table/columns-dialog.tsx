import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown';
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { type ColumnId, columnIds, defaultColumns, moveColumn, toggleColumn } from './column-choice.js';
import { getColumn } from './table-columns.js';

interface ColumnsDialogProps {
  readonly columns: readonly ColumnId[];
  readonly onChange: (columns: readonly ColumnId[]) => void;
  readonly onClose: () => void;
}

interface ColumnRowProps extends Omit<ColumnsDialogProps, 'onClose'> {
  readonly id: ColumnId;
}

function ColumnRow({ id, columns, onChange }: ColumnRowProps) {
  const { header } = getColumn(id);
  const place = columns.indexOf(id);
  const isShown = place >= 0;
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <Checkbox
        flex={1}
        label={header}
        checked={isShown}
        disabled={isShown && columns.length === 1}
        onChange={() => onChange(toggleColumn(columns, id))}
      />
      {isShown ? (
        <>
          <ActionIcon
            variant="subtle"
            aria-label={`Move ${header} to the left`}
            disabled={place === 0}
            onClick={() => onChange(moveColumn(columns, id, -1))}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={`Move ${header} to the right`}
            disabled={place === columns.length - 1}
            onClick={() => onChange(moveColumn(columns, id, 1))}
          >
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </>
      ) : null}
    </Group>
  );
}

/** Chooses the columns of the table and their order. The table changes immediately. */
export function ColumnsDialog({ columns, onChange, onClose }: ColumnsDialogProps) {
  const hidden = columnIds.filter((id) => !columns.includes(id));
  return (
    <ModalDialog opened onClose={onClose} title="Columns">
      <Stack component="ul" gap={6} p={0} m={0}>
        {[...columns, ...hidden].map((id) => (
          <ColumnRow key={id} id={id} columns={columns} onChange={onChange} />
        ))}
      </Stack>
      <Group justify="space-between" mt="md">
        <Button variant="subtle" onClick={() => onChange(defaultColumns)}>
          Reset
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </ModalDialog>
  );
}
