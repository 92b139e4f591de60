import { Group, Radio } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { showToast } from '../../ui/feedback/toast.js';
import { Section } from '../../ui/page/section.js';
import {
  isNotificationChoice,
  type NotificationChoice,
  type NotificationKind,
  notificationChoices,
  notificationKinds,
  preferencesQuery,
} from './notification-preferences.js';
import classes from './notifications-section.module.css';

interface KindFieldProps {
  readonly kind: NotificationKind;
  readonly label: string;
  readonly description: string;
  readonly value: NotificationChoice;
  readonly onChange: (value: NotificationChoice) => void;
}

function KindField({ kind, label, description, value, onChange }: KindFieldProps) {
  return (
    <Radio.Group
      name={kind}
      value={value}
      onChange={(chosen) => {
        if (isNotificationChoice(chosen)) onChange(chosen);
      }}
      label={label}
      description={description}
      classNames={{ root: classes['kind'], label: classes['label'] }}
    >
      <Group gap="md">
        {notificationChoices.map((choice) => (
          <Radio key={choice.value} value={choice.value} label={choice.label} />
        ))}
      </Group>
    </Radio.Group>
  );
}

/** Lets the person choose how to get each kind of notification in this workspace. Each choice is saved immediately. */
export function NotificationsSection() {
  const tenant = useTenant();
  const queries = useQueryClient();
  const mayRead = useCan('transfer');
  const options = preferencesQuery(tenant);
  const preferences = useQuery({ ...options, enabled: mayRead });
  const save = useMutation({
    mutationFn: async ({ kind, choice }: { readonly kind: NotificationKind; readonly choice: NotificationChoice }) =>
      (await readBody(tenant.api.PUT('/v1/notifications/preferences', { body: { [kind]: choice } }))).data,
    onSuccess: (saved) => {
      queries.setQueryData(options.queryKey, saved);
      void queries.invalidateQueries({ queryKey: [...tenant.key, 'unread-notifications'] });
      showToast('Notification settings saved');
    },
    onError: () => queries.invalidateQueries({ queryKey: options.queryKey }),
  });
  if (!mayRead) return null;
  const [, mode] = tenant.key;
  return (
    <Section
      title="Notifications"
      description={
        mode === 'sandbox'
          ? 'How we tell you about changes in the sandbox, which sends no emails'
          : 'How we tell you about changes in this workspace. An email gathers the news of a few minutes.'
      }
    >
      <QueryState query={preferences}>
        {(chosen) => (
          <div className={classes['kinds']}>
            {notificationKinds.map((text) => (
              <KindField
                key={text.kind}
                {...text}
                value={save.isPending && save.variables.kind === text.kind ? save.variables.choice : chosen[text.kind]}
                onChange={(choice) => save.mutate({ kind: text.kind, choice })}
              />
            ))}
          </div>
        )}
      </QueryState>
      <ProblemText error={save.error} mt="sm" />
    </Section>
  );
}
