import { Badge, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Versioned } from '../../api/versioned-record.js';
import { useCan } from '../../api/workspace.js';
import { ContactLinks } from '../../ui/page/contact-links.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { countDaysInStage, describeDaysIn } from './days-in-stage.js';
import { LeadAgent } from './lead-agent.js';
import { LeadDelete } from './lead-delete.js';
import { getLeadList } from './lead-list.js';
import classes from './lead-page.module.css';
import type { Lead } from './lead-queries.js';
import { LeadStageMenu } from './lead-stage-menu.js';
import { StageBar } from './stage-bar.js';
import type { SaveLead } from './use-lead-update.js';
import { useStageChoice } from './use-stage-choice.js';

// The code is loaded when the dialog opens.
const EmailDialog = lazy(async () => ({ default: (await import('../emails/email-dialog.js')).EmailDialog }));

interface LeadHeaderProps {
  readonly version: Versioned<Lead>;
  readonly save: SaveLead;
}

/** Shows a lead's name, stage, contact details and agent. */
export function LeadHeader({ version, save }: LeadHeaderProps) {
  const { record: lead } = version;
  const mayWrite = useCan('write');
  const [isDeleting, setDeleting] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const { choose, isMoving, dialogs } = useStageChoice(lead);
  const days = countDaysInStage(lead.stage_entered_at);
  const { id, name, email } = lead;
  const menu = (
    <LeadStageMenu
      lead={lead}
      isMoving={isMoving}
      onChoose={choose}
      onDelete={() => setDeleting(true)}
      onEmail={email === null ? undefined : () => setWriting(true)}
    />
  );
  return (
    <Stack gap="sm" mb="md">
      <div>
        <PageHeader title={lead.name} parent={getLeadList()} actions={mayWrite ? menu : null} />
        <StageBar stage={lead.stage} isMoving={isMoving} onChoose={mayWrite ? choose : undefined} />
      </div>
      <div className={classes.contact}>
        <Group gap="xs">
          <StatusBadge status={lead.stage} />
          {days === null ? null : (
            <Text size="sm" c="dimmed">
              {describeDaysIn(days, lead.stage)}
            </Text>
          )}
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
      </div>
      {dialogs}
      <Suspense>
        {isWriting && email !== null ? (
          <EmailDialog lead={{ id, name, email }} onClose={() => setWriting(false)} />
        ) : null}
      </Suspense>
      <LeadDelete lead={lead} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </Stack>
  );
}
