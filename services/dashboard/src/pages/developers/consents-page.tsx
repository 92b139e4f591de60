import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { components } from '../../../gen/auth.js';
import { answerOf } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { DateTime } from '../../components/date-time.js';
import { PagedTable } from '../../components/paged-table.js';
import { ScopeList } from '../../components/scope-list.js';
import { EmptyState } from '../../components/states.js';
import { DeveloperPage } from './developer-page.js';

type Consent = components['schemas']['WorkspaceConsent'];

function EndButton({ id, app, person }: Consent) {
  const { auth, key } = useTenant();
  const queries = useQueryClient();
  const end = async () => {
    await auth.DELETE('/auth/workspace/consents/{id}', { params: { path: { id } } });
    await queries.invalidateQueries({ queryKey: [...key, 'workspace-consents'] });
  };
  return (
    <ConfirmButton
      label="End"
      name={`End ${app.name} for ${person.name}`}
      title={`End what ${app.name} may do for ${person.name}?`}
      onConfirm={end}
    >
      <Text size="sm">The app is refused at once. {person.name} may let it in again.</Text>
    </ConfirmButton>
  );
}

const column = createColumnHelper<Consent>();
const columns = [
  column.accessor('app.name', { header: 'App' }),
  column.accessor('person', {
    header: 'For',
    cell: ({ getValue }) => (
      <Stack gap={0}>
        <Text size="sm">{getValue().name}</Text>
        <Text size="xs" c="dimmed">
          {getValue().email}
        </Text>
      </Stack>
    ),
  }),
  column.accessor('scopes', { header: 'May', cell: ({ getValue }) => <ScopeList scopes={getValue()} /> }),
  column.accessor('expires_at', { header: 'Until', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
  column.display({ id: 'end', header: 'End', cell: ({ row }) => <EndButton {...row.original} /> }),
];

/** What people of the workspace let apps do. */
export function ConsentsPage() {
  const { auth, key } = useTenant();
  const consents = useInfiniteQuery({
    queryKey: [...key, 'workspace-consents'],
    enabled: useCan('administer'),
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(auth.GET('/auth/workspace/consents', { params: { query: { cursor, per_page: 50 } } })),
  });
  return (
    <DeveloperPage title="Consents" description="What people of the workspace let apps do for them.">
      <PagedTable
        caption="Consents"
        query={consents}
        columns={columns}
        getRowId={({ id }) => id}
        empty={<EmptyState title="No app acts for anybody">Whoever lets an app in appears here.</EmptyState>}
      />
    </DeveloperPage>
  );
}
