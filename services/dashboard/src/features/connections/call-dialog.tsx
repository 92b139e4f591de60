import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { showToast } from '../../ui/feedback/toast.js';
import { DateTime } from '../../ui/format/date-time.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { JsonBlock } from '../deliveries/json-block.js';
import { type ConnectionCall, getConnectionsKey } from './connection-queries.js';

interface CallDialogProps {
  readonly call: ConnectionCall;
  readonly onClose: () => void;
}

function Facts({ call }: Pick<CallDialogProps, 'call'>) {
  const { direction, http_status: httpStatus, duration_ms: duration, vendor_request_id: vendorId, subject } = call;
  const received = httpStatus === null ? 'no response' : `response ${httpStatus}`;
  return (
    <Text size="sm">
      {direction === 'in' ? 'From the provider' : `To the provider, ${received}`}, <DateTime value={call.created_at} />,
      took {duration} ms.
      {vendorId === null ? null : (
        <>
          {' '}
          The provider&apos;s id: <Code>{vendorId}</Code>.
        </>
      )}
      {subject === null ? null : (
        <>
          {' '}
          Record: <Code>{subject.id}</Code>.
        </>
      )}
    </Text>
  );
}

/**
 * Checks whether a call can be retried. This is true for a failed or flagged event, and for a lead that a CRM rejected.
 */
function isRetryable({ status, direction, subject, hook_event_id: eventId }: ConnectionCall): boolean {
  if (status === 'succeeded') return false;
  return eventId !== null || (direction === 'out' && status === 'failed' && subject?.type === 'lead');
}

/** Shows a call with its excerpts, and offers a retry if that is safe. */
export function CallDialog({ call, onClose }: CallDialogProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const { id, connection_id: connectionId, purpose, status, error, request, response } = call;
  const retry = useMutation({
    mutationFn: () => {
      const params = { path: { id: connectionId, call_id: id } };
      return readBody(tenant.api.POST('/v1/connections/{id}/calls/{call_id}/retry', { params, body: {} }));
    },
    onSuccess: () => {
      showToast('Retrying. The result will be another call.');
      onClose();
      return queries.invalidateQueries({ queryKey: getConnectionsKey(tenant) });
    },
  });
  return (
    <ModalDialog opened onClose={onClose} title={`Call: ${purpose}`} size="lg">
      <Stack gap="sm">
        <Group gap="xs">
          <StatusBadge status={status} />
        </Group>
        {error === null ? null : <Alert color={status === 'flagged' ? 'orange' : 'red'}>{error.message}</Alert>}
        <Facts call={call} />
        {request === null ? null : <JsonBlock label="Excerpt of the request" text={request} />}
        {response === null ? null : <JsonBlock label="Excerpt of the response" text={response} />}
        <Text size="xs" c="dimmed">
          Excerpts have no credentials and no personal data. Calls are kept for 30 days.
        </Text>
        <ProblemText error={retry.error} />
        {isRetryable(call) ? (
          <Group justify="flex-end">
            <Button loading={retry.isPending} onClick={() => retry.mutate()}>
              Retry
            </Button>
          </Group>
        ) : null}
      </Stack>
    </ModalDialog>
  );
}
