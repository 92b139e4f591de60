import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { isActiveJob } from '../../components/job-polling.js';
import { QueryState } from '../../components/query-state.js';
import { describeImport, listCounts } from './import-counts.js';
import { ImportErrors } from './import-errors.js';
import { type Import, importQuery } from './imports.js';
import { JobProgress } from './job-progress.js';

function CancelButton({ id, dry_run }: Import) {
  const { api, key } = useTenant();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/imports/{id}/cancel', { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: [...key, 'import', id] }),
  });
  return (
    <Group gap="sm">
      <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {dry_run ? 'Cancel the check' : 'Cancel the import'}
      </Button>
      {cancel.error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {toWords(cancel.error)}
        </Text>
      ) : null}
    </Group>
  );
}

function Failure({ error }: Pick<Import, 'error'>) {
  if (!error) return null;
  return (
    <Alert color="red" title="The file could not be imported" role="alert">
      {error.message}
      {error.details?.map(({ field, message }) => (
        <Text size="sm" key={`${field} ${message}`}>
          {field} {message}
        </Text>
      ))}
    </Alert>
  );
}

/** Other pages read again what they have shown before an import was over. */
function useRefresh(current: Import | undefined) {
  const queries = useQueryClient();
  const [workspaceId, mode] = useTenant().key;
  const hasChanged = current !== undefined && !current.dry_run && !isActiveJob(current.status);
  useEffect(() => {
    if (hasChanged) void queries.invalidateQueries({ queryKey: [workspaceId, mode] });
  }, [hasChanged, queries, workspaceId, mode]);
}

/** How far an import or a check is, what became of the rows, and those that were left out. */
export function ImportOutcome({ id }: { readonly id: string }) {
  const tenant = useTenant();
  const query = useQuery(importQuery(tenant, id));
  useRefresh(query.data?.data);
  return (
    <QueryState query={query}>
      {({ data }) => (
        <Stack gap="md">
          <Text role="status" fw={600}>
            {describeImport(data)}
          </Text>
          <JobProgress label="Rows that are done" status={data.status} progress={data.progress} />
          <Group gap="xl">
            {listCounts(data).map(({ label, value }) => (
              <Stack gap={0} key={label}>
                <Text size="xl" fw={700}>
                  {value.toLocaleString()}
                </Text>
                <Text size="sm" c="dimmed">
                  {label}
                </Text>
              </Stack>
            ))}
          </Group>
          {isActiveJob(data.status) ? <CancelButton {...data} /> : null}
          <Failure error={data.error} />
          {data.rows.failed > 0 && !isActiveJob(data.status) ? <ImportErrors id={id} resource={data.resource} /> : null}
        </Stack>
      )}
    </QueryState>
  );
}
