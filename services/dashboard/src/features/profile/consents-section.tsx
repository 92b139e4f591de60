import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { components } from '../../../gen/auth.js';
import { personClient, readBody } from '../../api/client.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Section } from '../../ui/page/section.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { ScopeList } from '../apps/scope-list.js';

type Consent = components['schemas']['Consent'];

const queryKey = ['consents'];

function RevokeButton({ id, app, workspace }: Consent) {
  const queries = useQueryClient();
  const revoke = async () => {
    await personClient.DELETE('/auth/consents/{id}', { params: { path: { id } } });
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <ConfirmButton
      label="Revoke"
      name={`Revoke ${app.name}`}
      title={`Revoke the access of ${app.name}?`}
      onConfirm={revoke}
    >
      <Text size="sm">The app loses access to {workspace.name} on your behalf. It can ask you again.</Text>
    </ConfirmButton>
  );
}

const column = createColumnHelper<Consent>();
const columns = [
  column.accessor('app.name', { header: 'App' }),
  column.accessor('workspace.name', { header: 'Workspace' }),
  column.accessor('scopes', { header: 'Access', cell: ({ getValue }) => <ScopeList scopes={getValue()} /> }),
  column.accessor('expires_at', {
    header: 'Expires',
    cell: ({ getValue }) => <DateTime value={getValue()} format="date" />,
  }),
  column.display({ id: 'actions', header: 'Actions', cell: ({ row }) => <RevokeButton {...row.original} /> }),
];

/** Lists the apps that the person has authorized. */
export function ConsentsSection() {
  const consents = useQuery({ queryKey, queryFn: () => readBody(personClient.GET('/auth/consents')) });
  return (
    <Section title="Authorized apps">
      <QueryState
        query={consents}
        isEmpty={({ data }) => data.length === 0}
        empty={<Text size="sm">You haven't authorized any apps.</Text>}
      >
        {({ data }) => <DataTable caption="Authorized apps" columns={columns} rows={data} getRowId={({ id }) => id} />}
      </QueryState>
    </Section>
  );
}
