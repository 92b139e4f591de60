import { Text } from '@mantine/core';
import { QueryState } from '../../components/query-state.js';
import { MappingTable } from './mapping-table.js';
import type { ColumnChoices } from './use-mapping.js';

interface MappingStepProps {
  readonly columns: ColumnChoices;
  readonly onChange: () => void;
}

/** The columns of the file and what they become, where the file has columns. */
export function MappingStep({ columns: { preview, fields, mapping, setField }, onChange }: MappingStepProps) {
  return (
    <QueryState query={fields}>
      {(known) => (
        <QueryState query={preview}>
          {(data) =>
            mapping === undefined ? (
              <Text size="sm">The file names its fields itself; there is nothing to choose.</Text>
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
