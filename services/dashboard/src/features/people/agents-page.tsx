import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { isEmptyList } from '../../api/cursor-pages.js';
import { useCan } from '../../api/workspace.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { GroupPage } from '../navigation/group-page.js';
import { AgentFilters } from './agent-filters.js';
import { readAgentQuery, useAgentPages } from './agent-queries.js';
import { AgentsTable } from './agents-table.js';
import { InviteDialog } from './invite-dialog.js';

/** Lists the people in the workspace, including those who are invited. */
export function AgentsPage() {
  const { filters } = useFilters();
  const agents = useAgentPages(readAgentQuery(filters));
  const [isOpen, { open, close }] = useDisclosure(false);
  const invite = useCan('administer') ? <Button onClick={open}>Invite</Button> : undefined;
  return (
    <GroupPage group="people" title="People" actions={invite}>
      <AgentFilters />
      <QueryState
        query={agents}
        isEmpty={isEmptyList}
        empty={<EmptyState title="No people match these filters">Clear the filters to see everyone.</EmptyState>}
      >
        {({ pages }) => (
          <>
            <Text size="sm" c="dimmed" mb="xs" role="status">
              {pages[0]?.meta.total === 1 ? '1 person' : `${pages[0]?.meta.total} people`}
            </Text>
            <AgentsTable rows={pages.flatMap(({ data }) => data)} />
            <LoadMore query={agents} />
          </>
        )}
      </QueryState>
      <InviteDialog opened={isOpen} onClose={close} />
    </GroupPage>
  );
}
