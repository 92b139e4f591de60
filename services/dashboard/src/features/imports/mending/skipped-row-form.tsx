import { Fieldset, Group, List, Stack, Text } from '@mantine/core';
import type { FieldProblem } from '../../../api/problem.js';
import { explainFault, getFaultLabel } from '../explain-problem.js';
import { toLine } from '../row-line.js';
import { CellInput } from './cell-input.js';
import { type EditableCell, type Edits, isMendable, type SkippedRow } from './mend-row.js';

interface SkippedRowFormProps {
  readonly skipped: SkippedRow;
  readonly cells: readonly EditableCell[];
  /** Errors of the import, or of the latest attempt to correct the row. */
  readonly faults: readonly FieldProblem[];
  readonly edits: Edits;
  readonly onChange: (edits: Edits) => void;
}

function changeCell(edits: Edits, key: string, text: string | undefined): Edits {
  const { [key]: _before, ...others } = edits;
  return text === undefined ? others : { ...others, [key]: text };
}

/** Shows a skipped row with its errors, and inputs for the cells with errors. */
export function SkippedRowForm({ skipped, cells, faults, edits, onChange }: SkippedRowFormProps) {
  const { row, values } = skipped;
  const labels = new Set(faults.map(({ field }) => getFaultLabel(field)));
  return (
    <Fieldset legend={`Row ${row}`} data-row={row}>
      <Stack gap="xs">
        <List size="sm" listStyleType="none" c="var(--mantine-color-error)">
          {faults.map((fault) => (
            <List.Item key={`${fault.field} ${fault.message}`}>{explainFault(fault)}</List.Item>
          ))}
        </List>
        {isMendable(skipped) ? (
          <Group gap="sm" align="flex-start">
            {cells.map((cell) => (
              <CellInput
                key={cell.key}
                cell={cell}
                edited={edits[cell.key]}
                isFaulty={labels.has(cell.label)}
                onChange={(text) => onChange(changeCell(edits, cell.key, text))}
              />
            ))}
          </Group>
        ) : (
          <Text size="sm">This row is too long to correct here. Correct it in your file.</Text>
        )}
        <Text size="sm" c="dimmed">
          {toLine(values)}
        </Text>
      </Stack>
    </Fieldset>
  );
}
