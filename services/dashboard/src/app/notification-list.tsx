import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '../../gen/api.js';
import { answerOf } from '../api/client.js';
import { cursorPaging } from '../api/cursor-pages.js';
import { useTenant } from '../api/workspace.js';
import { DateTime } from '../components/date-time.js';
import { QueryState } from '../components/query-state.js';
import { EmptyState } from '../components/states.js';

type Notification = components['schemas']['Notification'];

interface SubjectLinkProps {
  readonly subject: Notification['subject'];
  readonly onFollow: () => void;
}

function SubjectLink({ subject: { type, id }, onFollow }: SubjectLinkProps) {
  const [workspaceId, mode] = useTenant().key;
  const params = { workspaceId, mode };
  if (type === 'import') {
    return (
      <Link
        to="/$workspaceId/$mode/transfers/imports/$importId"
        params={{ ...params, importId: id }}
        onClick={onFollow}
      >
        Show the import
      </Link>
    );
  }
  if (type === 'export') {
    return (
      <Link to="/$workspaceId/$mode/transfers/exports" params={params} onClick={onFollow}>
        Show the exports
      </Link>
    );
  }
  if (type === 'webhook') {
    return (
      <Link
        to="/$workspaceId/$mode/developers/webhooks/$webhookId"
        params={{ ...params, webhookId: id }}
        onClick={onFollow}
      >
        Show the webhook
      </Link>
    );
  }
  if (type === 'integration') {
    return (
      <Link
        to="/$workspaceId/$mode/integrations/$integrationId"
        params={{ ...params, integrationId: id }}
        onClick={onFollow}
      >
        Show the integration
      </Link>
    );
  }
  if (type === 'lead') {
    return (
      <Link to="/$workspaceId/$mode/pipeline/$leadId" params={{ ...params, leadId: id }} onClick={onFollow}>
        Show the lead
      </Link>
    );
  }
  if (type === 'agent') {
    return (
      <Link to="/$workspaceId/$mode/pipeline" params={params} search={{ agent_id: id }} onClick={onFollow}>
        Show the leads
      </Link>
    );
  }
  return (
    <Link to="/$workspaceId/$mode/developers/webhooks" params={params} onClick={onFollow}>
      Show the webhooks
    </Link>
  );
}

/** Notifications, newest first, each with a link to its subject. */
export function NotificationList({ onFollow }: { readonly onFollow: () => void }) {
  const { api, key } = useTenant();
  const list = useInfiniteQuery({
    queryKey: [...key, 'notifications'],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/v1/notifications', { params: { query: { cursor, per_page: 20 } } })),
  });
  return (
    <QueryState
      query={list}
      isEmpty={({ pages }) => pages.every(({ data }) => data.length === 0)}
      empty={
        <EmptyState title="No notifications yet">
          We'll notify you here when leads are assigned to you, an import or export ends, or a webhook fails.
        </EmptyState>
      }
    >
      {({ pages }) => (
        <Stack gap="md">
          {pages
            .flatMap(({ data }) => data)
            .map(({ id, message, subject, created_at }) => (
              <Stack gap={2} key={id}>
                <Text size="sm">{message}</Text>
                <Text size="xs" c="dimmed">
                  <DateTime value={created_at} />
                </Text>
                <Text size="sm">
                  <SubjectLink subject={subject} onFollow={onFollow} />
                </Text>
              </Stack>
            ))}
          {list.hasNextPage ? (
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Load more
            </Button>
          ) : null}
        </Stack>
      )}
    </QueryState>
  );
}
