import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { components } from '../../../gen/auth.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { DateTime } from '../../ui/format/date-time.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { GroupPage } from '../navigation/group-page.js';
import { ScopeList } from './scope-list.js';

type Consent = components['schemas']['WorkspaceConsent'];

function RevokeButton({ id, app, person }: Consent) {
  const { auth, key } = useTenant();
  const queries = useQueryClient();
  const revoke = async () => {
    await auth.DELETE('/auth/workspace/consents/{id}', { params: { path: { id } } });
    await queries.invalidateQueries({ queryKey: [...key, 'workspace-consents'] });
  };
  return (
    <ConfirmButton
      label="Revoke"
      name={`Revoke ${app.name} for ${person.name}`}
      title={`Revoke the access of ${app.name} for ${person.name}?`}
      onConfirm={revoke}
    >
      <Text size="sm">The app loses access immediately. {person.name} can authorize it again.</Text>
    </ConfirmButton>
  );
}

const column = createColumnHelper<Consent>();
const columns = [
  column.accessor('app.name', { header: 'App' }),
  column.accessor('person', {
    header: 'Person',
    cell: ({ getValue }) => (
      <Stack gap={0}>
        <Text size="sm">{getValue().name}</Text>
        <Text size="xs" c="dimmed">
          {getValue().email}
        </Text>
      </Stack>
    ),
  }),
  column.accessor('scopes', { header: 'Access', cell: ({ getValue }) => <ScopeList scopes={getValue()} /> }),
  column.accessor('expires_at', { header: 'Expires', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
  column.display({ id: 'actions', header: 'Actions', cell: ({ row }) => <RevokeButton {...row.original} /> }),
];

/** Lists the apps that people in the workspace have authorized. */
export function ConsentsPage() {
  const { auth, key } = useTenant();
  const consents = useInfiniteQuery({
    queryKey: [...key, 'workspace-consents'],
    enabled: useCan('administer'),
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      readBody(auth.GET('/auth/workspace/consents', { params: { query: { cursor, per_page: 50 } } })),
  });
  return (
    <GroupPage
      group="apps"
      title="Consents"
      description="Apps that people in this workspace have authorized"
      guide="oauth"
    >
      <PagedTable
        caption="Consents"
        query={consents}
        columns={columns}
        getRowId={({ id }) => id}
        empty={<EmptyState title="No authorized apps">Apps appear here once someone authorizes them.</EmptyState>}
      />
    </GroupPage>
  );
}
