import { Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Versioned } from '../../api/versioned-record.js';
import { useCan } from '../../api/workspace.js';
import { TextSkeleton } from '../../ui/feedback/skeletons.js';
import { Section } from '../../ui/page/section.js';
import { RecordDocuments } from '../documents/record-documents.js';
import { LeadHolds } from '../holds/lead-holds.js';
import { LeadTasks } from '../tasks/lead-tasks.js';
import { ChangedLeadDialog } from './changed-lead-dialog.js';
import { describeValue, toFieldLabel } from './describe-lead.js';
import { LeadDeal } from './lead-deal.js';
import { LeadDetails } from './lead-details.js';
import { LeadDuplicates } from './lead-duplicates.js';
import { LeadForm } from './lead-form.js';
import { LeadHeader } from './lead-header.js';
import { LeadListings } from './lead-listings.js';
import { LeadNoteForm } from './lead-note-form.js';
import classes from './lead-page.module.css';
import type { Lead } from './lead-queries.js';
import { LeadTimeline } from './lead-timeline.js';
import { useLeadNames } from './use-lead-names.js';
import { useLeadUpdate } from './use-lead-update.js';

const DocumentsSection = lazy(async () => ({
  default: (await import('../files/documents-section.js')).DocumentsSection,
}));

/** Content of a lead's page. */
export function LeadBody({ version }: { readonly version: Versioned<Lead> }) {
  const { record: lead } = version;
  const { save, refused, repeat, forgetRefused } = useLeadUpdate(lead.id);
  const names = useLeadNames(lead);
  // Version of the lead when editing started, so that changes by others are detected.
  const [edited, setEdited] = useState<Versioned<Lead>>();
  const mayWrite = useCan('write');
  const now = refused && `${toFieldLabel(refused.field)}: ${describeValue(refused.field, refused.value, names)}.`;
  return (
    <>
      <LeadHeader version={version} save={save} />
      <div className={classes.columns}>
        <div className={classes.column}>
          {edited === undefined ? (
            <LeadDetails lead={lead} onEdit={() => setEdited(version)} />
          ) : (
            <LeadForm version={edited} onClose={() => setEdited(undefined)} />
          )}
          <Section title="Timeline">
            {mayWrite ? <LeadNoteForm leadId={lead.id} /> : null}
            <LeadTimeline lead={lead} />
          </Section>
        </div>
        <div className={classes.column}>
          {lead.stage === 'won' ? <LeadDeal leadId={lead.id} /> : null}
          <LeadTasks lead={lead} />
          <LeadHolds lead={lead} />
          <RecordDocuments filter={{ lead_id: lead.id }} />
          <LeadListings version={version} save={save} />
          <Suspense fallback={<TextSkeleton />}>
            <DocumentsSection owner={{ lead_id: lead.id }} mayWrite={mayWrite} />
          </Suspense>
          <LeadDuplicates lead={lead} />
        </div>
      </div>
      <ChangedLeadDialog
        conflict={refused?.conflict}
        repeatLabel="Save yours anyway"
        onRepeat={repeat}
        onClose={forgetRefused}
      >
        <Text size="sm">{now === undefined ? null : `${now} Your change wasn't saved.`}</Text>
      </ChangedLeadDialog>
    </>
  );
}
