import { Paper, Text, Title } from '@mantine/core';
import type { ColumnDef } from '@tanstack/react-table';
import { useMode, useWorkspace } from '../../api/workspace.js';
import { DataTable } from '../../components/data-table.js';
import { DateTime } from '../../components/date-time.js';
import { StatusBadge } from '../../components/status-badge.js';
import { TextLink } from '../../components/text-link.js';
import type { Agent } from './agents.js';

type Lead = NonNullable<Agent['leads']>[number];

function LeadLink({ lead }: { readonly lead: Lead }) {
  const { id } = useWorkspace();
  const mode = useMode();
  return (
    <TextLink to="/$workspaceId/$mode/pipeline/$leadId" params={{ workspaceId: id, mode, leadId: lead.id }}>
      {lead.name}
    </TextLink>
  );
}

const columns: ColumnDef<Lead>[] = [
  { id: 'name', header: 'Name', cell: ({ row }) => <LeadLink lead={row.original} /> },
  { id: 'stage', header: 'Stage', cell: ({ row }) => <StatusBadge status={row.original.stage} /> },
  { id: 'score', header: 'Score', cell: ({ row }) => row.original.score },
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
          No leads are assigned.
        </Text>
      ) : (
        <DataTable caption="Newest leads" columns={columns} rows={leads} getRowId={({ id }) => id} />
      )}
    </Paper>
  );
}
