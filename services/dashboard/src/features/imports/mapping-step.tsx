import { Text } from '@mantine/core';
import { QueryState } from '../../ui/feedback/query-state.js';
import { MappingTable } from './mapping-table.js';
import type { ColumnChoices } from './use-column-mapping.js';

interface MappingStepProps {
  readonly columns: ColumnChoices;
  readonly onChange: () => void;
}

/** Matches the file's columns to fields. Only CSV files have columns. */
export function MappingStep({ columns: { preview, fields, mapping, setField }, onChange }: MappingStepProps) {
  return (
    <QueryState query={fields}>
      {(known) => (
        <QueryState query={preview}>
          {(data) =>
            mapping === undefined ? (
              <Text size="sm">This file names its own fields, so there’s nothing to match.</Text>
            ) : (
              <MappingTable
                preview={data}
                columns={data.columns}
                fields={known}
                mapping={mapping}
                onChange={(column, field) => {
                  onChange();
                  setField(column, field);
                }}
              />
            )
          }
        </QueryState>
      )}
    </QueryState>
  );
}
