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

/** Lists the people in the workspace, including those who are invited. */
export function AgentsPage() {
  const { filters } = useFilters();
  const agents = useAgentPages(readAgentQuery(filters));
  const [isOpen, { open, close }] = useDisclosure(false);
  const invite = useCan('administer') ? <Button onClick={open}>Invite</Button> : undefined;
  return (
    <>
      <PageHeader title="People" actions={invite} />
      <PeopleTabs />
      <AgentFilters />
      <QueryState
        query={agents}
        isEmpty={({ pages }) => pages.every(({ data }) => data.length === 0)}
        empty={<EmptyState title="No people match these filters">Clear the filters to see everyone.</EmptyState>}
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
      <InviteDialog opened={isOpen} onClose={close} />
    </>
  );
}
