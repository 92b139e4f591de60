import { Text } from '@mantine/core';
import { QueryState } from '../../ui/feedback/query-state.js';
import { MappingTable } from './mapping-table.js';
import type { NewImport } from './use-new-import.js';

/** Matches the file's columns to fields. Only tables have columns. */
export function MappingStep({ columns, understood, forgetCheck }: NewImport) {
  const { preview, fields, mapping, setField } = columns;
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
                understood={understood}
                fields={known}
                mapping={mapping}
                onChange={(column, field) => {
                  forgetCheck();
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
