import { Button, Group, Paper, Text } from '@mantine/core';
import { saveFile } from '../../api/save-file.js';
import { useCan } from '../../api/workspace.js';
import { toCsv } from '../../ui/format/csv.js';
import { toDateInput } from '../../ui/format/format-date.js';
import type { GridAction } from './grid-keys.js';
import classes from './lead-table.module.css';
import type { TableColumn } from './table-columns.js';
import type { RowSelection } from './use-row-selection.js';

interface BulkBarProps {
  readonly selection: RowSelection;
  readonly columns: readonly TableColumn[];
  readonly onAction: (action: GridAction) => void;
}

const actions: readonly { readonly action: GridAction; readonly label: string }[] = [
  { action: 'assign', label: 'Assign' },
  { action: 'tag', label: 'Tags' },
  { action: 'moveStage', label: 'Move' },
  { action: 'delete', label: 'Delete' },
];

/** Adds the byte order mark, by which Excel recognizes UTF-8. */
const mark = '\ufeff';

/** Downloads the selected leads with the table's columns. */
function saveSelection({ rows }: RowSelection, columns: readonly TableColumn[]): void {
  const body = [...rows.values()].map((row) => columns.map(({ read }) => read(row)));
  const content = toCsv([columns.map(({ header }) => header), ...body]);
  saveFile(new Blob([mark, content], { type: 'text/csv' }), `leads ${toDateInput(new Date())}.csv`);
}

/** Actions for the selected leads. */
export function BulkBar({ selection, columns, onAction }: BulkBarProps) {
  const mayExport = useCan('transfer');
  return (
    <Paper withBorder shadow="md" p="xs" className={classes.bar} role="region" aria-label="Selected leads">
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {selection.rows.size} selected
        </Text>
        {actions.map(({ action, label }) => (
          <Button key={action} size="xs" variant="default" onClick={() => onAction(action)}>
            {label}
          </Button>
        ))}
        {mayExport ? (
          <Button size="xs" variant="default" onClick={() => saveSelection(selection, columns)}>
            Save as CSV
          </Button>
        ) : null}
        <Button size="xs" variant="subtle" onClick={selection.clear}>
          Clear selection
        </Button>
      </Group>
    </Paper>
  );
}
