import { Group } from '@mantine/core';
import { StatusBadge } from '../../ui/page/status-badge.js';
import type { Invoice } from './invoice-queries.js';

/** Shows the status of an invoice, and whether it is overdue. */
export function InvoiceStatus({ status, overdue }: Pick<Invoice, 'status' | 'overdue'>) {
  return (
    <Group gap={4} wrap="nowrap">
      <StatusBadge status={status} />
      {overdue ? <StatusBadge status="overdue" /> : null}
    </Group>
  );
}
