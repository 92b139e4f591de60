import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { components } from '../../../gen/auth.js';
import { answerOf, personClient } from '../../api/client.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { DataTable } from '../../components/data-table.js';
import { DateTime } from '../../components/date-time.js';
import { QueryState } from '../../components/query-state.js';
import { ScopeList } from '../../components/scope-list.js';
import { Section } from '../../components/section.js';

type Consent = components['schemas']['Consent'];

const queryKey = ['consents'];

function WithdrawButton({ id, app, workspace }: Consent) {
  const queries = useQueryClient();
  const withdraw = async () => {
    await personClient.DELETE('/auth/consents/{id}', { params: { path: { id } } });
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <ConfirmButton
      label="Withdraw"
      name={`Withdraw from ${app.name}`}
      title={`Withdraw what ${app.name} may do?`}
      onConfirm={withdraw}
    >
      <Text size="sm">The app can no longer act for you in {workspace.name}. It may ask you again.</Text>
    </ConfirmButton>
  );
}

const column = createColumnHelper<Consent>();
const columns = [
  column.accessor('app.name', { header: 'App' }),
  column.accessor('workspace.name', { header: 'Workspace' }),
  column.accessor('scopes', { header: 'May', cell: ({ getValue }) => <ScopeList scopes={getValue()} /> }),
  column.accessor('expires_at', {
    header: 'Until',
    cell: ({ getValue }) => <DateTime value={getValue()} format="date" />,
  }),
  column.display({ id: 'withdraw', header: 'Withdraw', cell: ({ row }) => <WithdrawButton {...row.original} /> }),
];

/** What the person lets apps do. */
export function ConsentsSection() {
  const consents = useQuery({ queryKey, queryFn: () => answerOf(personClient.GET('/auth/consents')) });
  return (
    <Section title="Apps that act for you">
      <QueryState
        query={consents}
        isEmpty={({ data }) => data.length === 0}
        empty={<Text size="sm">None. An app that you let in with your account appears here.</Text>}
      >
        {({ data }) => (
          <DataTable caption="Apps that act for you" columns={columns} rows={data} getRowId={({ id }) => id} />
        )}
      </QueryState>
    </Section>
  );
}
