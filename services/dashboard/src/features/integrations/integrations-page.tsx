import { useCan, useMode, useTenant } from '../../api/workspace.js';
import { ForbiddenState } from '../../ui/feedback/states.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { TextLink } from '../../ui/page/text-link.js';
import { GalleryCard } from '../connections/gallery-card.js';
import { AutomationSection } from './automation-section.js';
import { GallerySection } from './gallery-section.js';
import { MessageSection } from './message-section.js';
import { ProviderGallery } from './provider-gallery.js';

function PortalSection() {
  const [workspaceId, mode] = useTenant().key;
  return (
    <GallerySection title="Listing portals">
      <GalleryCard
        mark="feed"
        title="Portal feed"
        description="Publish your public units for portals and websites to read."
      >
        <TextLink to="/$workspaceId/$mode/transfers/feed" params={{ workspaceId, mode }}>
          Portal feed
        </TextLink>
      </GalleryCard>
    </GallerySection>
  );
}

/** The gallery of integrations, by category. */
export function IntegrationsPage() {
  const isSandbox = useMode() === 'sandbox';
  return (
    <>
      <PageHeader
        title="Integrations"
        description={
          isSandbox
            ? 'Connect the sandbox to the test modes of other companies'
            : 'Connect your live data to payments, chat, portals and other software'
        }
      />
      {useCan('administer') ? (
        <>
          <ProviderGallery />
          <MessageSection />
          <PortalSection />
          <AutomationSection />
        </>
      ) : (
        <ForbiddenState />
      )}
    </>
  );
}
