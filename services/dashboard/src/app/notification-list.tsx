import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { readBody } from '../api/client.js';
import { cursorPaging, isEmptyList } from '../api/cursor-pages.js';
import { useTenant } from '../api/workspace.js';
import { LoadMore } from '../ui/feedback/load-more.js';
import { QueryState } from '../ui/feedback/query-state.js';
import { EmptyState } from '../ui/feedback/states.js';
import { DateTime } from '../ui/format/date-time.js';
import { SubjectLink } from './subject-link.js';

/** Notifications, newest first, each with a link to its subject. */
export function NotificationList({ onFollow }: { readonly onFollow: () => void }) {
  const { api, key } = useTenant();
  const list = useInfiniteQuery({
    queryKey: [...key, 'notifications'],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      readBody(api.GET('/v1/notifications', { params: { query: { cursor, per_page: 20 } } })),
  });
  return (
    <QueryState
      query={list}
      isEmpty={isEmptyList}
      empty={
        <EmptyState title="No notifications yet">
          We'll notify you here when leads are assigned to you, a task is due, a hold expires soon, a unit of yours is
          sold, an import or export ends, or a webhook fails.
        </EmptyState>
      }
    >
      {({ pages }) => (
        <Stack gap="md">
          {pages
            .flatMap(({ data }) => data)
            .map((notification) => (
              <Stack gap={2} key={notification.id}>
                <Text size="sm">{notification.message}</Text>
                <Text size="xs" c="dimmed">
                  <DateTime value={notification.created_at} />
                </Text>
                <Text size="sm">
                  <SubjectLink notification={notification} onFollow={onFollow} />
                </Text>
              </Stack>
            ))}
          <LoadMore query={list} />
        </Stack>
      )}
    </QueryState>
  );
}
