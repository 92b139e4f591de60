import { Paper, Text, Title } from '@mantine/core';
import type { ColumnDef } from '@tanstack/react-table';
import { DateTime } from '../../ui/format/date-time.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { LeadLink } from '../navigation/lead-link.js';
import type { Agent } from './agent-queries.js';

type Lead = NonNullable<Agent['leads']>[number];

const columns: ColumnDef<Lead>[] = [
  { id: 'name', header: 'Name', cell: ({ row }) => <LeadLink id={row.original.id}>{row.original.name}</LeadLink> },
  { id: 'stage', header: 'Stage', cell: ({ row }) => <StatusBadge status={row.original.stage} /> },
  { id: 'score', header: 'Score', meta: numberColumn, cell: ({ row }) => row.original.score },
  { id: 'created', header: 'Created', cell: ({ row }) => <DateTime value={row.original.created_at} format="date" /> },
];

/** The newest leads of an agent. */
export function AgentLeads({ leads }: { readonly leads: readonly Lead[] }) {
  return (
    <Paper component="section" withBorder radius="md" p="md" aria-label="Newest leads">
      <Title order={2} size="h4" mb="sm">
        Newest leads
      </Title>
      {leads.length === 0 ? (
        <Text size="sm" c="dimmed">
          No assigned leads.
        </Text>
      ) : (
        <DataTable caption="Newest leads" columns={columns} rows={leads} getRowId={({ id }) => id} />
      )}
    </Paper>
  );
}
