import { List, Paper, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readBody } from '../../api/client.js';
import { isActiveJob } from '../../api/job-polling.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { JobProgress } from '../../ui/feedback/job-progress.js';
import { DateTime } from '../../ui/format/date-time.js';
import type { Import } from './import-queries.js';
import { describeUndo, explainUndo, listKept } from './import-undo.js';

/** States in which a request starts or continues the undo. */
const requestable: ReadonlySet<string> = new Set(['available', 'failed', 'cancelled']);

function UndoButton(current: Import) {
  const { id, undo } = current;
  const { api, key } = useTenant();
  const queries = useQueryClient();
  const requestUndo = async () => {
    await readBody(api.POST('/v1/imports/{id}/undo', { params: { path: { id } } }));
    await queries.invalidateQueries({ queryKey: [...key, 'import', id] });
  };
  return (
    <Stack gap={4} align="flex-start">
      <ConfirmButton
        label={undo?.status === 'available' ? 'Undo import' : 'Continue the undo'}
        title="Undo this import?"
        confirmLabel="Undo import"
        size="xs"
        onConfirm={requestUndo}
      >
        <Stack gap="xs">
          {explainUndo(current).map((sentence) => (
            <Text size="sm" key={sentence}>
              {sentence}
            </Text>
          ))}
        </Stack>
      </ConfirmButton>
      <Text size="xs" c="dimmed">
        You can undo this import until <DateTime value={undo?.until} />.
      </Text>
    </Stack>
  );
}

/** Refreshes all queries after an undo has removed records. */
function useRefresh({ undo }: Import) {
  const queries = useQueryClient();
  const [workspaceId, mode] = useTenant().key;
  const hasEnded = undo?.status === 'completed';
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [workspaceId, mode] });
  }, [hasEnded, queries, workspaceId, mode]);
}

/** Offers to undo an import. Shows the progress of the undo, and the records that it kept. */
export function ImportUndoSection(current: Import) {
  useRefresh(current);
  const { resource, rows, undo } = current;
  if (!undo || (undo.status === 'available' && rows.created === 0)) return null;
  const isOver = undo.status === 'completed';
  const kept = isOver ? listKept(resource, undo) : [];
  const state = describeUndo(current);
  return (
    <Paper component="section" withBorder p="md" aria-label="Undo">
      <Stack gap="xs">
        {state === null ? null : (
          <Text role="status" fw={600}>
            {state}
          </Text>
        )}
        {isActiveJob(undo.status) ? (
          <JobProgress label="Progress of the undo" status={undo.status} progress={undo.progress} />
        ) : null}
        {kept.length === 0 ? null : (
          <List size="sm">
            {kept.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        )}
        {requestable.has(undo.status) ? <UndoButton {...current} /> : null}
      </Stack>
    </Paper>
  );
}
