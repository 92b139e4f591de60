import { Code, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.js';
import { DateTime } from '../../ui/format/date-time.js';
import { toLabel } from '../../ui/format/label.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { TextLink } from '../../ui/page/text-link.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { type ApiKey, apiKeysQuery, getKeyStatus } from './api-key-queries.js';
import { type RotatedKey, RotateKeyButton } from './rotate-key-button.js';

function RevokeButton({ id, name }: ApiKey) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const revoke = async () => {
    await tenant.auth.DELETE('/auth/api-keys/{id}', { params: { path: { id } } });
    await queries.invalidateQueries({ queryKey: apiKeysQuery(tenant).queryKey });
  };
  return (
    <ConfirmButton label="Revoke" name={`Revoke ${name}`} title={`Revoke the key ${name}?`} onConfirm={revoke}>
      <Text size="sm">Software that uses this key loses access immediately. This can't be undone.</Text>
    </ConfirmButton>
  );
}

function KeyName({ id, name, prefix, last_four, created_by }: ApiKey) {
  const [workspaceId, mode] = useTenant().key;
  return (
    <Stack gap={2} align="flex-start">
      <TextLink to="/$workspaceId/$mode/developers/keys/$keyId" params={{ workspaceId, mode, keyId: id }} fw={600}>
        {name}
      </TextLink>
      <Group gap="xs">
        <Code>{`${prefix}…${last_four}`}</Code>
        {created_by === null ? null : (
          <Text size="xs" c="dimmed">
            by {created_by.name}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

const column = createColumnHelper<ApiKey>();
const columns = [
  column.accessor('name', { header: 'Key', cell: ({ row }) => <KeyName {...row.original} /> }),
  column.accessor('mode', { header: 'Mode', cell: ({ getValue }) => toLabel(getValue()) }),
  column.accessor('scopes', {
    header: 'Scopes',
    cell: ({ getValue }) => <Text size="sm">{getValue().join(', ')}</Text>,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <StatusBadge status={getKeyStatus(row.original)} />,
  }),
  column.accessor('last_used_at', {
    header: 'Last used',
    cell: ({ getValue }) => (getValue() === null ? 'Never' : <DateTime value={getValue()} />),
  }),
  column.accessor('expires_at', {
    header: 'Expires',
    cell: ({ getValue }) => (getValue() === null ? 'Never' : <DateTime value={getValue()} />),
  }),
];

const createActionColumn = (onRotated: (rotated: RotatedKey) => void) =>
  column.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original } }) =>
      getKeyStatus(original) === 'active' ? (
        <Group gap="xs" wrap="nowrap">
          <RotateKeyButton apiKey={original} onRotated={onRotated} />
          <RevokeButton {...original} />
        </Group>
      ) : null,
  });

const describeOverlap = (days: number) =>
  days === 0 ? 'The old key no longer works.' : `The old key works for another ${days === 1 ? 'day' : `${days} days`}.`;

/** Lists the keys with their scopes, last use and expiry. */
export function ApiKeyTable({ empty }: { readonly empty: ReactNode }) {
  const keys = useInfiniteQuery(apiKeysQuery(useTenant()));
  const [rotated, setRotated] = useState<RotatedKey>();
  const allColumns = [...columns, createActionColumn(setRotated)];
  return (
    <>
      <PagedTable caption="API keys" query={keys} columns={allColumns} getRowId={({ id }) => id} empty={empty} />
      <SecretDialog
        title={`New key: ${rotated?.name ?? ''}`}
        label="API key"
        value={rotated?.key}
        note={describeOverlap(rotated?.days ?? 0)}
        onStored={() => setRotated(undefined)}
      />
    </>
  );
}
