import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../api/workspace.js';
import { useFilters } from '../../components/filter-bar.js';
import { PageHeader } from '../../components/page-header.js';
import { QueryState } from '../../components/query-state.js';
import { EmptyState } from '../../components/states.js';
import { AgentFilters } from './agent-filters.js';
import { readAgentQuery, useAgentPages } from './agents.js';
import { AgentsTable } from './agents-table.js';
import { InviteDialog } from './invite-dialog.js';
import { PeopleTabs } from './people-tabs.js';

/** The people of the workspace, and who is invited to it. */
export function AgentsPage() {
  const { filters } = useFilters();
  const agents = useAgentPages(readAgentQuery(filters));
  const [isInviting, { open, close }] = useDisclosure(false);
  const invite = useCan('administer') ? <Button onClick={open}>Invite</Button> : undefined;
  return (
    <>
      <PageHeader title="People" actions={invite} />
      <PeopleTabs />
      <AgentFilters />
      <QueryState
        query={agents}
        isEmpty={({ pages }) => pages.every(({ data }) => data.length === 0)}
        empty={<EmptyState title="Nobody fits these filters">Clear them to see everybody.</EmptyState>}
      >
        {({ pages }) => (
          <>
            <Text size="sm" c="dimmed" mb="xs" role="status">
              {pages[0]?.meta.total === 1 ? '1 person' : `${pages[0]?.meta.total} people`}
            </Text>
            <AgentsTable
              rows={pages.flatMap(({ data }) => data)}
              onLoadMore={agents.hasNextPage ? () => void agents.fetchNextPage() : undefined}
              isLoadingMore={agents.isFetchingNextPage}
            />
          </>
        )}
      </QueryState>
      <InviteDialog opened={isInviting} onClose={close} />
    </>
  );
}
