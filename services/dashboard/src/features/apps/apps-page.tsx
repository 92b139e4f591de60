import { Button, Code, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import { useCan, useTenant } from '../../api/workspace.js';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { wideColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { GroupPage } from '../navigation/group-page.js';
import { AppActions } from './app-actions.js';
import { AppDialog } from './app-dialog.js';
import { type App, appsQuery } from './app-queries.js';

const column = createColumnHelper<App>();
const columns = [
  column.accessor('name', {
    header: 'App',
    cell: ({ row: { original } }) => (
      <Stack gap={2} align="flex-start">
        <Text size="sm" fw={600}>
          {original.name}
        </Text>
        <Code>{original.id}</Code>
      </Stack>
    ),
  }),
  column.accessor('confidential', {
    header: 'Type',
    cell: ({ getValue }) => (getValue() ? 'Confidential' : 'Public'),
  }),
  column.accessor('redirect_uris', {
    header: 'Redirect URIs',
    meta: wideColumn,
    cell: ({ getValue }) => getValue().join(', '),
  }),
  column.accessor('scopes', { header: 'Scopes', meta: wideColumn, cell: ({ getValue }) => getValue().join(', ') }),
  column.display({ id: 'actions', header: 'Actions', cell: ({ row }) => <AppActions {...row.original} /> }),
];

/** Lists the OAuth 2.0 apps that the workspace has registered. */
export function AppsPage() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  const apps = useInfiniteQuery({ ...appsQuery(useTenant()), enabled: useCan('administer') });
  const registerButton = <Button onClick={open}>Register app</Button>;
  return (
    <GroupPage
      group="apps"
      title="OAuth apps"
      description="Apps that act on behalf of people who authorize them, using OAuth 2.0"
      guide="oauth"
      actions={registerButton}
    >
      <PagedTable
        caption="OAuth apps"
        query={apps}
        columns={columns}
        getRowId={({ id }) => id}
        empty={
          <EmptyState title="No apps yet" action={registerButton}>
            An app asks each person for consent, and never sees a password.
          </EmptyState>
        }
      />
      <AppDialog
        key={String(isOpen)}
        opened={isOpen}
        onClose={close}
        onCreated={(created) => setSecret(created ?? undefined)}
      />
      <SecretDialog
        title="Your app's client secret"
        label="Client secret"
        value={secret}
        onStored={() => setSecret(undefined)}
      />
    </GroupPage>
  );
}
