import { Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import IconBell from '@tabler/icons-react/icons/IconBell';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readBody } from '../api/client.js';
import { useCan, useTenant } from '../api/workspace.js';
import { DrawerDialog } from '../ui/dialogs/dialog.js';
import { NotificationList } from './notification-list.js';
import classes from './notifications-bell.module.css';
import { describeUnread, shortenCount } from './unread-count.js';

const refreshMs = 60_000;

/** Opens the notifications and shows how many are unread. Opening them marks all of them as read. */
export function NotificationsBell() {
  const tenant = useTenant();
  const queries = useQueryClient();
  const [workspaceId, mode] = tenant.key;
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
      <UnstyledButton className={classes.bell} onClick={show} aria-label={describeUnread(count)}>
        <IconBell size={20} stroke={1.75} aria-hidden />
        {count > 0 ? <span className={classes.count}>{shortenCount(count)}</span> : null}
      </UnstyledButton>
      <DrawerDialog opened={isOpen} onClose={close} position="right" title="Notifications">
        <Text size="sm" mb="md">
          <Link to="/$workspaceId/$mode/profile" params={{ workspaceId, mode }} onClick={close}>
            Notification settings
          </Link>
        </Text>
        <NotificationList onFollow={close} />
      </DrawerDialog>
    </>
  );
}
