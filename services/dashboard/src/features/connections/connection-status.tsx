import { Alert, Button, Group, Text } from '@mantine/core';
import { useMode } from '../../api/workspace.js';
import { DateTime } from '../../ui/format/date-time.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import type { Connection } from './connection-queries.js';

interface AttentionNoticeProps {
  readonly connection: Connection;
  readonly title: string;
  readonly isBusy: boolean;
  readonly onEnable: () => void;
}

/** Explains why a connection is inactive, and how to fix that. Renders nothing for an active connection. */
export function AttentionNotice({ connection, title, isBusy, onEnable }: AttentionNoticeProps) {
  const { status, last_error: error } = connection;
  if (status === 'active') return null;
  const needsAttention = status === 'needs_attention';
  return (
    <Alert
      color={needsAttention ? 'orange' : 'gray'}
      title={needsAttention ? `${title} refused the credentials` : 'This connection is disabled'}
    >
      <Text size="sm" mb="sm">
        {needsAttention && error !== null ? `${error.message} ` : ''}
        {needsAttention
          ? 'Nothing is sent until you edit the credentials, or enable the connection again. Nothing is lost meanwhile.'
          : `Nothing is sent to ${title}. What ${title} reports is stored, and processed once you enable the connection.`}
      </Text>
      <Button size="xs" loading={isBusy} onClick={onEnable}>
        Enable
      </Button>
    </Alert>
  );
}

/** Status of a connection, and when the provider last responded. */
export function ConnectionStatus({ connection }: { readonly connection: Connection }) {
  const { name, status, credentials_hint: hint, last_success_at: succeededAt, last_error: error } = connection;
  const isSandbox = useMode() === 'sandbox';
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        <StatusBadge status={status} />
        <Text size="sm">{isSandbox ? 'Sandbox, in test mode' : 'Live'}</Text>
      </Group>
      {hint === '' ? null : <Text size="sm">Credentials: {hint}</Text>}
      <Text size="sm">
        Last success: {succeededAt === null ? 'none yet' : <DateTime value={succeededAt} />}.
        {error === null ? null : (
          <>
            {' '}
            Last error: {error.message} (<DateTime value={error.at} />)
          </>
        )}
      </Text>
    </>
  );
}
