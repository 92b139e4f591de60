import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readBody } from '../../api/client.js';
import { isActiveJob } from '../../api/job-polling.js';
import { useTenant } from '../../api/workspace.js';
import { JobProgress } from '../../ui/feedback/job-progress.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { CreatedRecords } from './created-records.js';
import { toScreenWords } from './explain-problem.js';
import { describeImport, listCounts } from './import-counts.js';
import { ImportErrors } from './import-errors.js';
import { type Import, importQuery } from './import-queries.js';
import { ImportUndoSection } from './import-undo-section.js';
import classes from './touch-targets.module.css';

function CancelButton({ id, dry_run }: Import) {
  const { api, key } = useTenant();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => readBody(api.POST('/v1/imports/{id}/cancel', { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: [...key, 'import', id] }),
  });
  return (
    <Group gap="sm">
      <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {dry_run ? 'Cancel check' : 'Cancel import'}
      </Button>
      <ProblemText error={cancel.error} />
    </Group>
  );
}

function Failure({ error }: Pick<Import, 'error'>) {
  if (!error) return null;
  return (
    <Alert color="red" title="The import failed" role="alert">
      {error.message}
      {error.details?.map(({ field, message }) => (
        <Text size="sm" key={`${field} ${message}`}>
          {field === 'file' ? 'The file' : field} {toScreenWords(message)}
        </Text>
      ))}
    </Alert>
  );
}

/** Refreshes all queries once an import has changed records. */
function useRefresh(current: Import | undefined) {
  const queries = useQueryClient();
  const [workspaceId, mode] = useTenant().key;
  const hasEnded = current !== undefined && !current.dry_run && !isActiveJob(current.status);
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [workspaceId, mode] });
  }, [hasEnded, queries, workspaceId, mode]);
}

/** Returns whether the person has seen the import running while this page was open. */
function useHasWaited(current: Import | undefined): boolean {
  const [hasWaited, setHasWaited] = useState(false);
  if (!hasWaited && isActiveJob(current?.status)) setHasWaited(true);
  return hasWaited;
}

/** Shows the progress of an import or check, its rows by outcome, and the skipped rows. */
export function ImportOutcome({ id }: { readonly id: string }) {
  const tenant = useTenant();
  const query = useQuery(importQuery(tenant, id));
  useRefresh(query.data?.data);
  const hasWaited = useHasWaited(query.data?.data);
  return (
    <QueryState query={query}>
      {({ data }) => (
        <Stack gap="md" className={classes.targets}>
          <Text role="status" fw={600}>
            {describeImport(data)}
          </Text>
          <JobProgress label="Processed rows" status={data.status} progress={data.progress} />
          <Group gap="xl">
            {listCounts(data).map(({ label, value }) => (
              <Stack gap={0} key={label}>
                <Text size="xl" fw={700}>
                  {formatNumber(value)}
                </Text>
                <Text size="sm" c="dimmed">
                  {label}
                </Text>
              </Stack>
            ))}
          </Group>
          {isActiveJob(data.status) ? <CancelButton {...data} /> : null}
          <Failure error={data.error} />
          {isActiveJob(data.status) ? null : <CreatedRecords {...data} />}
          <ImportUndoSection {...data} />
          {data.rows.failed > 0 && !isActiveJob(data.status) ? (
            <ImportErrors current={data} focusesFault={hasWaited} />
          ) : null}
        </Stack>
      )}
    </QueryState>
  );
}
