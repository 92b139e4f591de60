import { List, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import { DateTime } from '../../ui/format/date-time.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { numberColumn, wideColumn } from '../../ui/tables/column-meta.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { PropertyName } from '../listings/property-name.js';
import { AgentName } from '../people/agent-name.js';
import { explainFault } from './explain-problem.js';
import { getFieldLabel } from './field-labels.js';
import type { ImportField } from './import-fields.js';
import type { SampleRow } from './import-preview.js';
import { isFilled, readPath, toText } from './stored-value.js';

interface SampleTableProps {
  readonly rows: readonly SampleRow[];
  readonly fields: readonly ImportField[];
}

function SampleValue({
  field: { name, type, values },
  value,
}: {
  readonly field: ImportField;
  readonly value: unknown;
}) {
  if (!isFilled(value)) return null;
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'string') return toText(value);
  if (name === 'assigned_agent') return <AgentName id={value} />;
  if (name === 'property_id') return <PropertyName id={value} />;
  if (values) return toLabel(value);
  return type === 'date-time' ? <DateTime value={value} /> : value;
}

function Faults({ details }: Pick<SampleRow, 'details'>) {
  if (details.length === 0) return <Text size="sm">None</Text>;
  return (
    <List size="sm" listStyleType="none" c="var(--mantine-color-error)">
      {details.map((fault) => (
        <List.Item key={`${fault.field} ${fault.message}`}>{explainFault(fault)}</List.Item>
      ))}
    </List>
  );
}

const column = createColumnHelper<SampleRow>();

/** Shows rows as they would be stored, with their problems. */
export function SampleTable({ rows, fields }: SampleTableProps) {
  const shown = fields.filter(({ name }) => rows.some(({ record }) => isFilled(readPath(record, name))));
  const columns = [
    column.accessor('row', { header: 'Row', meta: numberColumn }),
    column.accessor('details', {
      header: 'Problems',
      meta: wideColumn,
      cell: ({ getValue }) => <Faults details={getValue()} />,
    }),
    ...shown.map((field) =>
      column.display({
        id: field.name,
        header: getFieldLabel(field.name),
        cell: ({ row }) => <SampleValue field={field} value={readPath(row.original.record, field.name)} />,
      }),
    ),
  ];
  return (
    <DataTable
      caption="First rows as they would be stored"
      columns={columns}
      rows={rows}
      getRowId={({ row }) => String(row)}
    />
  );
}
