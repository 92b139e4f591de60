import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { formatDateTime } from '../../ui/format/format-date.js';
import { formatMoney, formatPercent } from '../../ui/format/format-number.js';
import { Money } from '../../ui/format/money.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { type Deal, type Instalment, instalmentsQuery } from './deal-queries.js';

/** Describes when an instalment is due, or which milestone or completion it waits for. */
function describeDue({ due, due_on }: Instalment): string {
  if (due_on !== null) return formatDateTime(due_on);
  return due.on === 'milestone' ? `When reached: ${due.milestone}` : 'At completion';
}

const column = createColumnHelper<Instalment>();
const columns = [
  column.accessor('label', { header: 'Instalment' }),
  column.accessor('percent', {
    header: 'Share',
    meta: numberColumn,
    cell: ({ getValue }) => formatPercent(getValue() / 100, 4),
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: numberColumn,
    cell: ({ row: { original } }) => <Money amount={original.amount} currency={original.currency} />,
  }),
  column.display({ id: 'due', header: 'Due', cell: ({ row }) => describeDue(row.original) }),
  column.accessor('status', { header: 'Status', cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
];

/** Shows how much of a deal is paid, and how much is invoiced. */
export function DealProgress({ deal: { value, invoiced, paid, currency } }: { readonly deal: Deal }) {
  const share = paid / value;
  const text = `${formatMoney(paid, currency)} of ${formatMoney(value, currency)} paid, ${formatMoney(invoiced, currency)} invoiced`;
  return (
    <Stack gap={4} maw={640}>
      <Progress.Root size="lg">
        <Progress.Section value={share * 100} color="green" aria-label={`Paid: ${formatPercent(share, 0)}`} />
        <Progress.Section value={Math.max(0, (invoiced - paid) / value) * 100} color="yellow" aria-hidden />
      </Progress.Root>
      <Text size="sm">{text}</Text>
    </Stack>
  );
}

/** The instalments of a deal in the order of its plan. */
export function DealSchedule({ dealId }: { readonly dealId: string }) {
  const instalments = useQuery(instalmentsQuery(useTenant(), dealId));
  return (
    <QueryState
      query={instalments}
      isEmpty={({ data }) => data.length === 0}
      empty={<Text size="sm">This deal has no payment plan. One invoice covers its value.</Text>}
    >
      {({ data }) => <DataTable caption="Instalments" columns={columns} rows={data} getRowId={({ id }) => id} />}
    </QueryState>
  );
}
