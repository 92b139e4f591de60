import { Alert, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { CopyField } from '../../ui/page/copy-field.js';
import { GroupPage } from '../navigation/group-page.js';
import { FeedHealth } from './feed-health.js';

type Feed = components['schemas']['Feed'];

function Contents() {
  return (
    <Paper component="section" withBorder p="md" aria-label="Contents">
      <Title order={2} size="h4" mb="xs">
        Contents
      </Title>
      <List size="sm" spacing={4}>
        <List.Item>Available, public units of properties that aren't archived</List.Item>
        <List.Item>Price, rooms, size, description, features, images and location, but no personal data</List.Item>
        <List.Item>XML in the Kyero format, which most portals read, and all units as JSON</List.Item>
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

/** Creates, rotates and deletes the feed of public units. The API returns its URLs only once. */
export function FeedPage() {
  const { api, key } = useTenant();
  const queries = useQueryClient();
  const queryKey = [...key, 'feed'];
  const feed = useQuery({
    queryKey,
    enabled: useCan('administer'),
    queryFn: async (): Promise<Feed | null> => {
      try {
        return (await readBody(api.GET('/v1/feed'))).data;
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
  });
  const rotate = useMutation({
    mutationFn: () => readBody(api.POST('/v1/feed')),
    onSuccess: ({ data }) => {
      queries.setQueryData(queryKey, { ...data, xml_url: null, json_url: null });
    },
  });
  const remove = useMutation({
    mutationFn: () => api.DELETE('/v1/feed'),
    onSuccess: () => {
      queries.setQueryData(queryKey, null);
      rotate.reset();
    },
  });
  return (
    <GroupPage
      group="transfers"
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
                <ProblemText error={rotate.error} />
              </Group>
            ) : (
              <Group justify="space-between">
                <Text>
                  Feed URL ending in <strong>{data.token_last4}</strong>, created <DateTime value={data.updated_at} />
                </Text>
                <Group gap="xs">
                  <ConfirmButton
                    size="sm"
                    label="New URLs"
                    title="Create new feed URLs?"
                    confirmLabel="Create new URLs"
                    isDestructive={false}
                    onConfirm={() => rotate.mutateAsync()}
                  >
                    <Text size="sm">
                      The current URLs stop working immediately. Portals can't read the feed until you give them the new
                      ones.
                    </Text>
                  </ConfirmButton>
                  <ConfirmButton
                    size="sm"
                    color="red"
                    label="Delete"
                    title="Delete the feed?"
                    confirmLabel="Delete feed"
                    onConfirm={() => remove.mutateAsync()}
                  >
                    <Text size="sm">
                      Its URLs stop working immediately. Portals remove your units when they next read the feed.
                    </Text>
                  </ConfirmButton>
                </Group>
              </Group>
            )
          }
        </QueryState>
        {feed.data ? <FeedHealth /> : null}
        <Contents />
      </Stack>
    </GroupPage>
  );
}
