import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { GalleryCard } from '../connections/gallery-card.js';
import { DigestDialog } from './digest-dialog.js';
import { GallerySection } from './gallery-section.js';
import { IntegrationCard } from './integration-card.js';
import { IntegrationDialog } from './integration-dialog.js';
import { type ChatKind, chats, type IntegrationSummary, integrationsQuery } from './integration-queries.js';

/** Kind of the integration that the open dialog creates. */
type NewKind = ChatKind | 'mail_digest';

interface KindCardProps {
  readonly kind: NewKind;
  readonly name: string;
  readonly description: string;
  readonly all: readonly IntegrationSummary[];
  readonly onAdd: (kind: NewKind) => void;
}

/** Integrations of one kind, with a button that adds another one. */
function KindCard({ kind, name, description, all, onAdd }: KindCardProps) {
  return (
    <GalleryCard
      mark={kind}
      title={name}
      description={description}
      action={
        <Button size="compact-sm" aria-label={`Add ${name}`} onClick={() => onAdd(kind)}>
          Add
        </Button>
      }
    >
      {all
        .filter((one) => one.kind === kind)
        .map((one) => (
          <IntegrationCard key={one.id} {...one} />
        ))}
    </GalleryCard>
  );
}

/** Chats and email digests, which notify the team about events. */
export function MessageSection() {
  const integrations = useQuery(integrationsQuery(useTenant()));
  const [added, setAdded] = useState<NewKind>();
  const close = () => setAdded(undefined);
  return (
    <>
      <QueryState query={integrations}>
        {(all) => (
          <GallerySection title="Team chat and digests">
            {chats.map(({ kind, name }) => (
              <KindCard
                key={kind}
                kind={kind}
                name={name}
                description="Post new leads, sold units and other events to a channel."
                all={all}
                onAdd={setAdded}
              />
            ))}
            <KindCard
              kind="mail_digest"
              name="Email digest"
              description="Email your team a summary every day or every week."
              all={all}
              onAdd={setAdded}
            />
          </GallerySection>
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
