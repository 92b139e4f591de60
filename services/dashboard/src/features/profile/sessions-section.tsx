import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import type { components } from '../../../gen/auth.js';
import { personClient, readBody } from '../../api/client.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Section } from '../../ui/page/section.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { AccountProblem } from './account-problem.js';
import { describeDevice } from './describe-device.js';

type ListedSession = components['schemas']['ListedSession'];

const queryKey = ['sessions'];

function EndButton({ id, user_agent, current }: ListedSession) {
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => personClient.DELETE('/auth/sessions/{id}', { params: { path: { id } } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  if (current) return <Badge tt="none">This session</Badge>;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={end.isPending}
        aria-label={`End the session on ${describeDevice(user_agent)}`}
        onClick={() => end.mutate()}
      >
        End
      </Button>
      <AccountProblem error={end.error} />
    </>
  );
}

const column = createColumnHelper<ListedSession>();
const columns = [
  column.accessor('user_agent', {
    header: 'Device',
    cell: ({ getValue }) => (
      <Text size="sm" title={getValue()}>
        {describeDevice(getValue())}
      </Text>
    ),
  }),
  column.accessor('address', { header: 'IP address' }),
  column.accessor('created_at', { header: 'Signed in', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
  column.accessor('last_used_at', { header: 'Last used', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
  column.display({ id: 'actions', header: 'Actions', cell: ({ row }) => <EndButton {...row.original} /> }),
];

/** Lists the person's sessions and ends them. */
export function SessionsSection() {
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey, queryFn: () => readBody(personClient.GET('/auth/sessions')) });
  const endOthers = useMutation({
    mutationFn: () => personClient.DELETE('/auth/sessions'),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <Section
      title="Sessions"
      description="Where you're signed in. If you don't recognize a session, end it and change your password."
    >
      <QueryState query={sessions}>
        {({ data }) => (
          <>
            <DataTable caption="Sessions" columns={columns} rows={data} getRowId={({ id }) => id} />
            {data.length > 1 ? (
              <Group mt="sm">
                <Button size="xs" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
                  End all other sessions
                </Button>
              </Group>
            ) : null}
            <AccountProblem error={endOthers.error} />
          </>
        )}
      </QueryState>
    </Section>
  );
}
