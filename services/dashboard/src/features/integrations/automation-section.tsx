import { Group } from '@mantine/core';
import { useTenant } from '../../api/workspace.js';
import { GuideLink } from '../../ui/page/guide-link.js';
import { TextLink } from '../../ui/page/text-link.js';
import { GalleryCard } from '../connections/gallery-card.js';
import { GallerySection } from './gallery-section.js';

const apps = [
  {
    name: 'zapier',
    title: 'Zapier',
    description: 'Start a Zap when a lead, unit, hold or deal changes, and create leads from other apps.',
  },
  {
    name: 'n8n',
    title: 'n8n',
    description: 'Start a workflow when a lead, unit, hold or deal changes, and change leads from a workflow.',
  },
] as const;

/** Apps for workflow automation. People set them up at the vendor, with an API key from this workspace. */
export function AutomationSection() {
  const [workspaceId, mode] = useTenant().key;
  return (
    <GallerySection title="Workflow automation">
      {apps.map(({ name, title, description }) => (
        <GalleryCard key={name} mark={name} title={title} description={description}>
          <Group gap="md">
            <GuideLink guide={name} />
            <TextLink
              to="/$workspaceId/$mode/developers"
              params={{ workspaceId, mode }}
              aria-label={`Create a key for ${title}`}
            >
              Create a key
            </TextLink>
          </Group>
        </GalleryCard>
      ))}
    </GallerySection>
  );
}
