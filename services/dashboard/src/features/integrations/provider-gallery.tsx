import { useQuery } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { TextLink } from '../../ui/page/text-link.js';
import { type ConnectionProvider, connectionsQuery, providersQuery } from '../connections/connection-queries.js';
import { GalleryCard } from '../connections/gallery-card.js';
import { ProviderCard } from '../connections/provider-card.js';
import { SimulatedNotice } from '../connections/simulated-notice.js';
import { groupProviders } from './gallery-categories.js';
import { GallerySection } from './gallery-section.js';

/** Provider that is always ready to use. The only one is bank statements, which have their own page. */
function ReadyCard({ name, title, description }: ConnectionProvider) {
  const [workspaceId, mode] = useTenant().key;
  return (
    <GalleryCard mark={name} title={title} description={description}>
      <TextLink to="/$workspaceId/$mode/deals/statements" params={{ workspaceId, mode }}>
        Import a statement
      </TextLink>
    </GalleryCard>
  );
}

/** Providers by category, with the workspace's connections to them. */
export function ProviderGallery() {
  const tenant = useTenant();
  const providers = useQuery(providersQuery(tenant));
  const connections = useQuery(connectionsQuery(tenant));
  return (
    <QueryState query={providers}>
      {(all) => (
        <QueryState query={connections}>
          {(connected) => (
            <>
              {all.some(({ simulated }) => simulated) ? (
                <SimulatedNotice replaced="providers marked Simulated with fakes" />
              ) : null}
              {groupProviders(all).map(({ category, title, providers: ofCategory }) => (
                <GallerySection key={category} title={title}>
                  {ofCategory.map((provider) =>
                    provider.needs_connection ? (
                      <ProviderCard
                        key={provider.name}
                        provider={provider}
                        connections={connected.filter((one) => one.provider === provider.name)}
                      />
                    ) : (
                      <ReadyCard key={provider.name} {...provider} />
                    ),
                  )}
                </GallerySection>
              ))}
            </>
          )}
        </QueryState>
      )}
    </QueryState>
  );
}
