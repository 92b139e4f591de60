import { Badge, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../api/workspace.js';
import { ContactLinks } from '../../components/contact-links.js';
import { PageHeader } from '../../components/page-header.js';
import { StatusBadge } from '../../components/status-badge.js';
import { LeadAgent } from './lead-agent.js';
import { LeadDelete } from './lead-delete.js';
import type { LeadVersion } from './lead-query.js';
import { LeadStageMenu } from './lead-stage-menu.js';
import type { SaveLead } from './use-lead-update.js';

interface LeadHeaderProps {
  readonly version: LeadVersion;
  readonly save: SaveLead;
}

/** Shows a lead's name, stage, contact details and agent. */
export function LeadHeader({ version, save }: LeadHeaderProps) {
  const { lead } = version;
  const mayWrite = useCan('write');
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Stack gap="xs" mb="md">
      <PageHeader
        title={lead.name}
        actions={mayWrite ? <LeadStageMenu lead={lead} onDelete={() => setDeleting(true)} /> : null}
      />
      <Group gap="md">
        <Group gap="xs">
          <StatusBadge status={lead.stage} />
          <Badge variant="default" tt="none">
            Score {lead.score}
          </Badge>
          {lead.tags.map((tag) => (
            <Badge key={tag} variant="light" color="gray" tt="none">
              {tag}
            </Badge>
          ))}
        </Group>
        <ContactLinks phone={lead.phone} email={lead.email} />
        <LeadAgent version={version} save={save} />
      </Group>
      <LeadDelete lead={lead} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Stack>
  );
}
