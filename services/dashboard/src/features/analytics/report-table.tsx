import { Table } from '@mantine/core';
import { type ReportColumn, showCell } from './report-columns.js';

export interface ReportTableProps<T> {
  readonly title: string;
  readonly columns: readonly ReportColumn<T>[];
  readonly rows: readonly T[];
  /** Needed if the first column isn't unique. */
  readonly getRowId?: (row: T) => string;
}

/** Table of a report. The first column contains the row headers. */
export function ReportTable<T>({ title, columns, rows, getRowId }: ReportTableProps<T>) {
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Caption className="visually-hidden">{title}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{first.header}</Table.Th>
            {others.map(({ header }) => (
              <Table.Th key={header} scope="col" ta="end">
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={getRowId?.(row) ?? showCell(first, row)}>
              <Table.Th scope="row" fw={500}>
                {showCell(first, row)}
              </Table.Th>
              {others.map((column) => (
                <Table.Td key={column.header} ta="end">
                  {showCell(column, row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
