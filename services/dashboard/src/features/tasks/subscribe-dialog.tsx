import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { CopyField } from '../../ui/page/copy-field.js';
import { getTasksKey } from './task-queries.js';

type Calendar = components['schemas']['TaskCalendar'];

function useCalendar() {
  const tenant = useTenant();
  const { api } = tenant;
  const client = useQueryClient();
  const queryKey = [...getTasksKey(tenant), 'feed'];
  const calendar = useQuery({
    queryKey,
    queryFn: async (): Promise<Calendar | null> => {
      try {
        return (await readBody(api.GET('/v1/tasks/calendar'))).data;
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
  });
  const rotate = useMutation({
    mutationFn: () => readBody(api.POST('/v1/tasks/calendar')),
    onSuccess: ({ data }) => {
      client.setQueryData(queryKey, { ...data, url: null });
    },
  });
  const remove = useMutation({
    mutationFn: () => api.DELETE('/v1/tasks/calendar'),
    onSuccess: () => {
      client.setQueryData(queryKey, null);
      rotate.reset();
    },
  });
  return { calendar, rotate, remove };
}

const Contents = () => (
  <List size="sm" spacing={4}>
    <List.Item>Your open tasks, with the names and email addresses of their leads and your notes</List.Item>
    <List.Item>Each task as a 30-minute event, with a link to the lead</List.Item>
    <List.Item>Changes appear when your calendar reads it again, often after some hours</List.Item>
  </List>
);

const NewAddress = ({ url }: { readonly url: string }) => (
  <Alert color="green" title="Copy the address now">
    <Text size="sm" mb="sm">
      We won't show it again. Add it in Google Calendar, Outlook or Apple Calendar as a calendar from a URL. Anyone with
      the address can read these tasks.
    </Text>
    <CopyField label="Address" value={url} />
  </Alert>
);

/** Creates, replaces and deletes the address at which calendar programs read the person's tasks. */
export function SubscribeDialog({ onClose }: { readonly onClose: () => void }) {
  const { calendar, rotate, remove } = useCalendar();
  const address = rotate.data?.data.url;
  return (
    <ModalDialog opened onClose={onClose} title="See your tasks in your calendar" size="lg">
      <Stack gap="md">
        <Contents />
        {address ? <NewAddress url={address} /> : null}
        <QueryState query={calendar}>
          {(data) =>
            data === null ? (
              <Group>
                <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
                  Create address
                </Button>
                <ProblemText error={rotate.error} />
              </Group>
            ) : (
              <Group justify="space-between">
                <Text size="sm">
                  Address ending in <strong>{data.token_last4}</strong>, created <DateTime value={data.updated_at} />
                </Text>
                <Group gap="xs">
                  <ConfirmButton
                    label="New address"
                    title="Create a new address?"
                    confirmLabel="Create new address"
                    isDestructive={false}
                    onConfirm={() => rotate.mutateAsync()}
                  >
                    <Text size="sm">The current address stops working at once. Add the new one to your calendar.</Text>
                  </ConfirmButton>
                  <ConfirmButton
                    color="red"
                    label="Delete"
                    title="Delete the address?"
                    confirmLabel="Delete address"
                    onConfirm={() => remove.mutateAsync()}
                  >
                    <Text size="sm">It stops working at once, and your calendar no longer gets your tasks.</Text>
                  </ConfirmButton>
                </Group>
              </Group>
            )
          }
        </QueryState>
      </Stack>
    </ModalDialog>
  );
}
