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
    <Paper component="section" withBorder p="md" aria-label="Contents">
      <Title order={2} size="h4" mb="xs">
        Contents
      </Title>
      <List size="sm" spacing={4}>
        <List.Item>Available, public units of properties that aren't archived</List.Item>
        <List.Item>Price, rooms, size, description, features, images and location, but no personal data</List.Item>
        <List.Item>XML in the Kyero format, which most portals read, and the same data as JSON</List.Item>
        <List.Item>At most five minutes old</List.Item>
      </List>
    </Paper>
  );
}

function NewUrls({ xml_url, json_url }: Feed) {
  if (xml_url === null || json_url === null) return null;
  return (
    <Alert color="green" title="Copy the URLs now">
      <Text size="sm" mb="sm">
        We won't show them again. Anyone with a URL can read the feed.
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
    title: 'Create new feed URLs?',
    text: "The current URLs stop working immediately. Portals can't read the feed until you give them the new ones.",
    label: 'Create new URLs',
  },
  delete: {
    title: 'Delete the feed?',
    text: 'Its URLs stop working immediately. Portals remove your units when they next read the feed.',
    label: 'Delete feed',
  },
} as const;

/** Creates, rotates and deletes the feed of public units. The API returns its URLs only once. */
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
      title="Portal feed"
      description="Publish your public units for portals and websites to read"
    >
      <Stack gap="md" maw={760}>
        {rotate.data ? <NewUrls {...rotate.data.data} /> : null}
        <QueryState query={feed}>
          {(data) =>
            data === null ? (
              <Group>
                <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
                  Create feed
                </Button>
                {rotate.error ? <Text role="alert">{toWords(rotate.error)}</Text> : null}
              </Group>
            ) : (
              <Group justify="space-between">
                <Text>
                  Feed URL ending in <strong>{data.token_last4}</strong>, created <DateTime value={data.updated_at} />
                </Text>
                <Group gap="xs">
                  <Button variant="default" onClick={() => setQuestion('rotate')}>
                    New URLs
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
