import { NativeSelect, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { toLabel } from '../../ui/format/label.js';
import { DataTable } from '../../ui/tables/data-table.js';
import type { ColumnMapping } from './column-mapping.js';
import type { ImportField, ImportPreview } from './import-preview.js';

interface MappingTableProps {
  readonly preview: ImportPreview;
  readonly columns: readonly string[];
  readonly fields: readonly ImportField[];
  readonly mapping: ColumnMapping;
  readonly onChange: (column: string, field: string) => void;
}

interface MappedColumn {
  readonly column: string;
  readonly examples: string;
  readonly field: string;
}

const shownExamples = 3;
const maxExampleLength = 80;

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function listExamples({ rows }: ImportPreview, column: string): string {
  const values = rows
    .map((row) => row[column])
    .filter((value) => value !== undefined && value !== null && value !== '');
  const text = values.slice(0, shownExamples).map(toText).join(' · ');
  return text.length > maxExampleLength ? `${text.slice(0, maxExampleLength)}…` : text;
}

/** Converts `budget.min` to `Budget, min`. */
function getFieldLabel({ name, required }: ImportField): string {
  return `${toLabel(name.replaceAll('.', ', '))}${required ? ' (required)' : ''}`;
}

const column = createColumnHelper<MappedColumn>();

/** Matches each column of the file to a field. */
export function MappingTable({ preview, columns, fields, mapping, onChange }: MappingTableProps) {
  const choices = [
    { value: '', label: "Don't import" },
    ...fields.map((field) => ({ value: field.name, label: getFieldLabel(field) })),
  ];
  const rows = columns.map((name) => ({
    column: name,
    examples: listExamples(preview, name),
    field: mapping[name] ?? '',
  }));
  const tableColumns = [
    column.accessor('column', { header: 'Column' }),
    column.accessor('examples', {
      header: 'First values',
      cell: ({ getValue }) => (
        <Text size="sm" c="dimmed">
          {getValue() || 'None'}
        </Text>
      ),
    }),
    column.accessor('field', {
      header: 'Field',
      cell: ({ row: { original } }) => (
        <NativeSelect
          size="xs"
          aria-label={`Field for ${original.column}`}
          value={original.field}
          data={choices}
          onChange={({ currentTarget }) => onChange(original.column, currentTarget.value)}
        />
      ),
    }),
  ];
  return <DataTable caption="Columns" columns={tableColumns} rows={rows} getRowId={(row) => row.column} />;
}
