import { NativeSelect, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { wideColumn } from '../../ui/tables/column-meta.js';
import { DataTable } from '../../ui/tables/data-table.js';
import type { ColumnMapping } from './column-mapping.js';
import { toScreenWords } from './explain-problem.js';
import { getFieldLabel } from './field-labels.js';
import type { ImportField } from './import-fields.js';
import type { ImportPreview, UnderstoodColumn } from './import-preview.js';

interface MappingTableProps {
  readonly preview: ImportPreview;
  readonly understood: readonly UnderstoodColumn[];
  readonly fields: readonly ImportField[];
  readonly mapping: ColumnMapping;
  readonly onChange: (column: string, field: string) => void;
}

interface MappedColumn {
  readonly column: string;
  readonly examples: string;
  readonly field: string;
  readonly understood: UnderstoodColumn | undefined;
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

function getChoiceLabel({ name, required }: ImportField): string {
  return `${getFieldLabel(name)}${required ? ' (required)' : ''}`;
}

/** Explains how the values of a column are read, and why. */
function Understanding({ understood }: Pick<MappedColumn, 'understood'>) {
  if (!understood) return null;
  const { understood_as: kind, unit, reason } = understood;
  return (
    <>
      <Text size="sm">
        {kind.charAt(0).toUpperCase() + kind.slice(1)}
        {unit === null ? '' : `, in ${unit}`}
      </Text>
      {reason === null ? null : (
        <Text size="xs" c="dimmed">
          {toScreenWords(reason)}
        </Text>
      )}
    </>
  );
}

const column = createColumnHelper<MappedColumn>();

/** Matches each column of the file to a field. */
export function MappingTable({ preview, understood, fields, mapping, onChange }: MappingTableProps) {
  const choices = [
    { value: '', label: "Don't import" },
    ...fields.map((field) => ({ value: field.name, label: getChoiceLabel(field) })),
  ];
  const rows = preview.columns.map((name) => ({
    column: name,
    examples: listExamples(preview, name),
    field: mapping[name] ?? '',
    understood: understood.find((one) => one.column === name && one.field === mapping[name]),
  }));
  const tableColumns = [
    column.accessor('column', { header: 'Column' }),
    column.accessor('examples', {
      header: 'First values',
      meta: wideColumn,
      cell: ({ getValue }) => (
        <Text size="sm" c="dimmed">
          {getValue() || 'None'}
        </Text>
      ),
    }),
    column.accessor('field', {
      header: 'Field',
      meta: wideColumn,
      cell: ({ row: { original } }) => (
        <NativeSelect
          size="sm"
          aria-label={`Field for ${original.column}`}
          value={original.field}
          data={choices}
          onChange={({ currentTarget }) => onChange(original.column, currentTarget.value)}
        />
      ),
    }),
    column.display({
      id: 'understood',
      header: 'Read as',
      cell: ({ row: { original } }) => <Understanding understood={original.understood} />,
    }),
  ];
  return <DataTable caption="Columns" columns={tableColumns} rows={rows} getRowId={(row) => row.column} />;
}
