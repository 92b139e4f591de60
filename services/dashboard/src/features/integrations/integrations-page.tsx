import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { ForbiddenState } from '../../ui/feedback/states.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { TextLink } from '../../ui/page/text-link.js';
import { DigestDialog } from './digest-dialog.js';
import { IntegrationDialog } from './integration-dialog.js';
import { type ChatKind, chats, type IntegrationSummary, integrationsQuery } from './integration-queries.js';
import { IntegrationSection } from './integration-section.js';
import classes from './integrations-page.module.css';

function FeedCard() {
  const [workspaceId, mode] = useTenant().key;
  return (
    <Paper component="section" withBorder p="md" aria-label="Portals">
      <Title order={2} size="h4" mb="xs">
        Portals
      </Title>
      <Text size="sm" mb="sm">
        Publish your public units for portals and websites to read.
      </Text>
      <TextLink to="/$workspaceId/$mode/transfers/feed" params={{ workspaceId, mode }}>
        Portal feed
      </TextLink>
    </Paper>
  );
}

/** Kind of the integration that the open dialog creates. */
type NewKind = ChatKind | 'mail_digest';

function Integrations() {
  const integrations = useQuery(integrationsQuery(useTenant()));
  const [added, setAdded] = useState<NewKind>();
  const close = () => setAdded(undefined);
  const filterByKind = (all: readonly IntegrationSummary[], kind: NewKind) => all.filter((one) => one.kind === kind);
  return (
    <>
      <QueryState query={integrations}>
        {(all) => (
          <div className={classes.cards}>
            {chats.map(({ kind, name }) => (
              <IntegrationSection
                key={kind}
                name={name}
                hint="Post new leads, sold units and other events to a channel."
                integrations={filterByKind(all, kind)}
                onAdd={() => setAdded(kind)}
              />
            ))}
            <IntegrationSection
              name="Email digest"
              hint="Email your team a summary every day or every week."
              integrations={filterByKind(all, 'mail_digest')}
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

/** Lists the integrations by kind, with a link to the portal feed. */
export function IntegrationsPage() {
  return (
    <>
      <PageHeader title="Integrations" description="Send updates to chat, email and portals" />
      {useCan('administer') ? <Integrations /> : <ForbiddenState />}
    </>
  );
}
