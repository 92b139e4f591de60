import { Alert, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../gen/api.js';
import { answerOf } from '../../api/client.js';
import { ApiProblem, toWords } from '../../api/problem.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { CopyField } from '../../components/copy-field.js';
import { DateTime } from '../../components/date-time.js';
import { QueryState } from '../../components/query-state.js';
import { TransferPage } from './transfer-page.js';

type Feed = components['schemas']['Feed'];
type Question = 'rotate' | 'delete';

function Contents() {
  return (
    <Paper component="section" withBorder p="md" aria-label="What is in it">
      <Title order={2} size="h4" mb="xs">
        What is in it
      </Title>
      <List size="sm" spacing={4}>
        <List.Item>Units that are available and public, of properties that are not archived.</List.Item>
        <List.Item>Price, rooms, size, description, features, images and place. Nothing about people.</List.Item>
        <List.Item>XML in the format of Kyero, which most portals read, and the same as JSON.</List.Item>
        <List.Item>As it was at most five minutes ago.</List.Item>
      </List>
    </Paper>
  );
}

function NewAddresses({ xml_url, json_url }: Feed) {
  if (xml_url === null || json_url === null) return null;
  return (
    <Alert color="green" title="Copy the addresses now">
      <Text size="sm" mb="sm">
        They are shown only this once. Whoever has one can read the feed.
      </Text>
      <Stack gap="sm">
        <CopyField label="XML" value={xml_url} />
        <CopyField label="JSON" value={json_url} />
      </Stack>
    </Alert>
  );
}

const questions = {
  rotate: {
    title: 'Give the feed a new address?',
    text: 'The present addresses end at once. Portals read nothing until you give them the new ones.',
    label: 'Make a new address',
  },
  delete: {
    title: 'Delete the feed?',
    text: 'Its addresses end at once, and portals take your units off when they next read it.',
    label: 'Delete the feed',
  },
} as const;

/** The feed of public units for portals: its address is shown once. */
export function FeedPage() {
  const { api, key } = useTenant();
  const queries = useQueryClient();
  const queryKey = [...key, 'feed'];
  const [question, setQuestion] = useState<Question>();
  const feed = useQuery({
    queryKey,
    enabled: useCan('administer'),
    queryFn: async (): Promise<Feed | null> => {
      try {
        return (await answerOf(api.GET('/v1/feed'))).data;
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
  });
  const rotate = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/feed')),
    onSuccess: ({ data }) => {
      queries.setQueryData(queryKey, { ...data, xml_url: null, json_url: null });
      setQuestion(undefined);
    },
  });
  const remove = useMutation({
    mutationFn: () => api.DELETE('/v1/feed'),
    onSuccess: () => {
      queries.setQueryData(queryKey, null);
      rotate.reset();
      setQuestion(undefined);
    },
  });
  const answer = question === 'delete' ? remove : rotate;
  const words = question && questions[question];
  return (
    <TransferPage
      needs="administer"
      title="Feed for portals"
      description="Your public units at an address that portals and web sites read."
    >
      <Stack gap="md" maw={760}>
        {rotate.data ? <NewAddresses {...rotate.data.data} /> : null}
        <QueryState query={feed}>
          {(data) =>
            data === null ? (
              <Group>
                <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
                  Create the feed
                </Button>
                {rotate.error ? <Text role="alert">{toWords(rotate.error)}</Text> : null}
              </Group>
            ) : (
              <Group justify="space-between">
                <Text>
                  The feed has had its address, which ends with <strong>{data.token_last4}</strong>, since{' '}
                  <DateTime value={data.updated_at} />.
                </Text>
                <Group gap="xs">
                  <Button variant="default" onClick={() => setQuestion('rotate')}>
                    New address
                  </Button>
                  <Button variant="default" color="red" onClick={() => setQuestion('delete')}>
                    Delete
                  </Button>
                </Group>
              </Group>
            )
          }
        </QueryState>
        <Contents />
      </Stack>
      <ConfirmDialog
        opened={question !== undefined}
        title={words?.title ?? ''}
        confirmLabel={words?.label ?? ''}
        isDestructive={question === 'delete'}
        isBusy={answer.isPending}
        problem={answer.error ? toWords(answer.error) : undefined}
        onConfirm={() => answer.mutate()}
        onClose={() => setQuestion(undefined)}
      >
        <Text size="sm">{words?.text}</Text>
      </ConfirmDialog>
    </TransferPage>
  );
}
