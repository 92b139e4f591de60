import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import { useCan, useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { describeEvents } from '../../components/events.js';
import { PagedTable } from '../../components/paged-table.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { TextLink } from '../../components/text-link.js';
import { DeveloperPage } from './developer-page.js';
import { SecretDialog } from './secret-dialog.js';
import { WebhookDialog } from './webhook-dialog.js';
import { type WebhookSummary, webhooksQuery } from './webhooks.js';

function WebhookLink({ id, url }: WebhookSummary) {
  const [workspaceId, mode] = useTenant().key;
  return (
    <TextLink to="/$workspaceId/$mode/developers/webhooks/$webhookId" params={{ workspaceId, mode, webhookId: id }}>
      {url}
    </TextLink>
  );
}

const column = createColumnHelper<WebhookSummary>();
const columns = [
  column.accessor('url', { header: 'URL', cell: ({ row }) => <WebhookLink {...row.original} /> }),
  column.accessor('events', { header: 'Events', cell: ({ getValue }) => describeEvents(getValue()) }),
  column.accessor('active', {
    header: 'Status',
    cell: ({ getValue }) => <StatusBadge status={getValue() ? 'active' : 'off'} />,
  }),
  column.accessor('last_triggered', {
    header: 'Last attempt',
    cell: ({ getValue }) => (getValue() === null ? 'None yet' : <DateTime value={getValue()} />),
  }),
];

/** Where events of the workspace are sent. */
export function WebhooksPage() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  const webhooks = useInfiniteQuery({ ...webhooksQuery(useTenant()), enabled: useCan('administer') });
  const createButton = <Button onClick={open}>Create webhook</Button>;
  return (
    <DeveloperPage
      title="Webhooks"
      description="What changes here is sent to your programs, as it happens."
      actions={createButton}
    >
      <PagedTable
        caption="Webhooks"
        query={webhooks}
        columns={columns}
        getRowId={({ id }) => id}
        empty={
          <EmptyState title="No webhooks yet" action={createButton}>
            Name an address, and events such as a new lead or a sold unit are sent there at once.
          </EmptyState>
        }
      />
      <WebhookDialog
        key={String(isOpen)}
        opened={isOpen}
        onClose={close}
        onCreated={(created) => setSecret(created.secret)}
      />
      <SecretDialog
        title="The secret of your webhook"
        label="Signing secret"
        value={secret}
        note="By it your program checks that a request is from Plotline: the header webhook-signature, as Standard Webhooks defines it."
        onStored={() => setSecret(undefined)}
      />
    </DeveloperPage>
  );
}
