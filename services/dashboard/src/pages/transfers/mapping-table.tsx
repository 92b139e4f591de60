import { NativeSelect, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { DataTable } from '../../components/data-table.js';
import { toLabel } from '../../components/status-badge.js';
import type { Mapping } from './mapping.js';
import type { ImportField, ImportPreview } from './preview.js';

interface MappingTableProps {
  readonly preview: ImportPreview;
  readonly columns: readonly string[];
  readonly fields: readonly ImportField[];
  readonly mapping: Mapping;
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

/** `Budget, min` of `budget.min`. */
function nameField({ name, required }: ImportField): string {
  return `${toLabel(name.replaceAll('.', ', '))}${required ? ' (needed)' : ''}`;
}

const column = createColumnHelper<MappedColumn>();

/** The columns of the file, each with the field that it fills. */
export function MappingTable({ preview, columns, fields, mapping, onChange }: MappingTableProps) {
  const choices = [
    { value: '', label: 'Leave out' },
    ...fields.map((field) => ({ value: field.name, label: nameField(field) })),
  ];
  const rows = columns.map((name) => ({
    column: name,
    examples: listExamples(preview, name),
    field: mapping[name] ?? '',
  }));
  const tableColumns = [
    column.accessor('column', { header: 'Column of the file' }),
    column.accessor('examples', {
      header: 'First values',
      cell: ({ getValue }) => (
        <Text size="sm" c="dimmed">
          {getValue() || 'None'}
        </Text>
      ),
    }),
    column.accessor('field', {
      header: 'Becomes',
      cell: ({ row: { original } }) => (
        <NativeSelect
          size="xs"
          aria-label={`What ${original.column} becomes`}
          value={original.field}
          data={choices}
          onChange={({ currentTarget }) => onChange(original.column, currentTarget.value)}
        />
      ),
    }),
  ];
  return <DataTable caption="Columns of the file" columns={tableColumns} rows={rows} getRowId={(row) => row.column} />;
}
