import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../api/client.js';
import { useCan, useTenant } from '../api/workspace.js';
import { DrawerDialog } from '../ui/dialogs/dialog.js';
import { NotificationList } from './notification-list.js';
import { describeUnread, shortenCount } from './unread-count.js';

const refreshMs = 60_000;

/** Opens the notifications and shows how many are unread. Opening marks all of them as read. */
export function NotificationsBell() {
  const tenant = useTenant();
  const queries = useQueryClient();
  const queryKey = [...tenant.key, 'unread-notifications'];
  const [isOpen, { open, close }] = useDisclosure(false);
  const mayRead = useCan('transfer');
  const unread = useQuery({
    queryKey,
    queryFn: () => readBody(tenant.api.GET('/v1/notifications/unread')),
    enabled: mayRead,
    refetchInterval: refreshMs,
  });
  const markRead = useMutation({
    mutationFn: () => readBody(tenant.api.POST('/v1/notifications/read', { body: {} })),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
  });
  if (!mayRead) return null;
  const count = unread.data?.data.count ?? 0;
  const show = () => {
    open();
    void queries.invalidateQueries({ queryKey: [...tenant.key, 'notifications'] });
    if (count > 0) markRead.mutate();
  };
  return (
    <>
      <Button size="xs" variant={count > 0 ? 'filled' : 'default'} onClick={show} aria-label={describeUnread(count)}>
        <BellIcon />
        {count > 0 ? shortenCount(count) : null}
      </Button>
      <DrawerDialog opened={isOpen} onClose={close} position="right" title="Notifications">
        <NotificationList onFollow={close} />
      </DrawerDialog>
    </>
  );
}

function BellIcon() {
  return (
    <svg viewBox="0 0 24 24" width={16} height={16} fill="none" stroke="currentColor" strokeWidth={2} aria-hidden>
      <path d="M6 9a6 6 0 0 1 12 0c0 6 2 7 2 7H4s2-1 2-7" />
      <path d="M10 20a2 2 0 0 0 4 0" />
    </svg>
  );
}
