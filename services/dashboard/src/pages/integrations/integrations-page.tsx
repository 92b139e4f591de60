import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useTenant } from '../../api/workspace.js';
import { PageHeader } from '../../components/page-header.js';
import { QueryState } from '../../components/query-state.js';
import { ForbiddenState } from '../../components/states.js';
import { TextLink } from '../../components/text-link.js';
import { IntegrationCard } from './integration-card.js';
import { IntegrationDialog } from './integration-dialog.js';
import { type ChatKind, chats, integrationsQuery } from './integrations.js';
import classes from './integrations-page.module.css';

function FeedCard() {
  const [workspaceId, mode] = useTenant().key;
  return (
    <Paper component="section" withBorder p="md" aria-label="Portals">
      <Title order={2} size="h4" mb="xs">
        Portals
      </Title>
      <Text size="sm" mb="sm">
        Your public units at an address that portals and web sites read.
      </Text>
      <TextLink to="/$workspaceId/$mode/transfers/feed" params={{ workspaceId, mode }}>
        Feed for portals
      </TextLink>
    </Paper>
  );
}

function Chats() {
  const integrations = useQuery(integrationsQuery(useTenant()));
  const [kind, setKind] = useState<ChatKind>();
  return (
    <>
      <QueryState query={integrations}>
        {(all) => (
          <div className={classes.cards}>
            {chats.map((chat) => (
              <Paper key={chat.kind} component="section" withBorder p="md" aria-label={chat.name}>
                <Stack gap="sm">
                  <Group justify="space-between">
                    <Title order={2} size="h4">
                      {chat.name}
                    </Title>
                    <Button size="compact-sm" aria-label={`Add ${chat.name}`} onClick={() => setKind(chat.kind)}>
                      Add
                    </Button>
                  </Group>
                  {all
                    .filter((one) => one.kind === chat.kind)
                    .map((one) => (
                      <IntegrationCard key={one.id} {...one} />
                    ))}
                  {all.some((one) => one.kind === chat.kind) ? null : (
                    <Text size="sm" c="dimmed">
                      Tell a channel of new leads, sold units, or whatever your people wait for.
                    </Text>
                  )}
                </Stack>
              </Paper>
            ))}
            <FeedCard />
          </div>
        )}
      </QueryState>
      <IntegrationDialog key={kind ?? ''} opened={kind !== undefined} kind={kind} onClose={() => setKind(undefined)} />
    </>
  );
}

/** Where people are told of events: chats; and the feed for portals. */
export function IntegrationsPage() {
  return (
    <>
      <PageHeader title="Integrations" description="What happens here, told where your people and portals are." />
      {useCan('administer') ? <Chats /> : <ForbiddenState />}
    </>
  );
}
