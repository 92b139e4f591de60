import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import { useCan, useTenant } from '../../api/workspace.js';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { DateTime } from '../../ui/format/date-time.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { TextLink } from '../../ui/page/text-link.js';
import { wideColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { describeEvents } from '../events/public-events.js';
import { GroupPage } from '../navigation/group-page.js';
import { WebhookDialog } from './webhook-dialog.js';
import { type WebhookSummary, webhooksQuery } from './webhook-queries.js';

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
  column.accessor('events', { header: 'Events', meta: wideColumn, cell: ({ getValue }) => describeEvents(getValue()) }),
  column.accessor('active', {
    header: 'Status',
    cell: ({ getValue }) => <StatusBadge status={getValue() ? 'active' : 'off'} />,
  }),
  column.accessor('last_triggered', {
    header: 'Last attempt',
    cell: ({ getValue }) => (getValue() === null ? 'None yet' : <DateTime value={getValue()} />),
  }),
];

/** Lists the workspace's webhooks. */
export function WebhooksPage() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  const webhooks = useInfiniteQuery({ ...webhooksQuery(useTenant()), enabled: useCan('administer') });
  const createButton = <Button onClick={open}>Create webhook</Button>;
  return (
    <GroupPage
      group="webhooks"
      title="Webhooks"
      description="Send changes to your software as they happen"
      guide="webhooks"
      actions={createButton}
    >
      <PagedTable
        caption="Webhooks"
        query={webhooks}
        columns={columns}
        getRowId={({ id }) => id}
        empty={
          <EmptyState title="No webhooks yet" action={createButton}>
            Enter a URL, and we send it events such as a new lead or a sold unit as they happen.
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
        title="Your webhook's signing secret"
        label="Signing secret"
        value={secret}
        note="Use it to check that a request comes from Plotline: verify the webhook-signature header as Standard Webhooks describes."
        onStored={() => setSecret(undefined)}
      />
    </GroupPage>
  );
}
