import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useTenant } from '../../api/workspace.js';
import { PageHeader } from '../../components/page-header.js';
import { QueryState } from '../../components/query-state.js';
import { ForbiddenState } from '../../components/states.js';
import { TextLink } from '../../components/text-link.js';
import { DigestDialog } from './digest-dialog.js';
import { IntegrationDialog } from './integration-dialog.js';
import { IntegrationSection } from './integration-section.js';
import { type ChatKind, chats, type IntegrationSummary, integrationsQuery } from './integrations.js';
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

/** What is added: a chat, or a digest. */
type Added = ChatKind | 'mail_digest';

function Integrations() {
  const integrations = useQuery(integrationsQuery(useTenant()));
  const [added, setAdded] = useState<Added>();
  const close = () => setAdded(undefined);
  const ofKind = (all: readonly IntegrationSummary[], kind: Added) => all.filter((one) => one.kind === kind);
  return (
    <>
      <QueryState query={integrations}>
        {(all) => (
          <div className={classes.cards}>
            {chats.map(({ kind, name }) => (
              <IntegrationSection
                key={kind}
                name={name}
                invitation="Tell a channel of new leads, sold units, or whatever your people wait for."
                integrations={ofKind(all, kind)}
                onAdd={() => setAdded(kind)}
              />
            ))}
            <IntegrationSection
              name="Mail digest"
              invitation="Mail your people what happened, every day or once a week."
              integrations={ofKind(all, 'mail_digest')}
              onAdd={() => setAdded('mail_digest')}
            />
            <FeedCard />
          </div>
        )}
      </QueryState>
      {added === 'mail_digest' ? (
        <DigestDialog opened onClose={close} />
      ) : (
        <IntegrationDialog key={added ?? ''} opened={added !== undefined} kind={added} onClose={close} />
      )}
    </>
  );
}

/** Where people are told of events: chats and mail; and the feed for portals. */
export function IntegrationsPage() {
  return (
    <>
      <PageHeader title="Integrations" description="What happens here, told where your people and portals are." />
      {useCan('administer') ? <Integrations /> : <ForbiddenState />}
    </>
  );
}
