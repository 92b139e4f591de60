import { Text } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../api/workspace.js';
import { ChangedLeadDialog } from '../../components/changed-lead-dialog.js';
import { Section } from '../../components/section.js';
import { LeadDeal } from './lead-deal.js';
import { LeadDetails } from './lead-details.js';
import { LeadDuplicates } from './lead-duplicates.js';
import { LeadFollowUp } from './lead-follow-up.js';
import { LeadForm } from './lead-form.js';
import { LeadHeader } from './lead-header.js';
import { LeadListings } from './lead-listings.js';
import { LeadNoteForm } from './lead-note-form.js';
import classes from './lead-page.module.css';
import type { LeadVersion } from './lead-query.js';
import { LeadTimeline } from './lead-timeline.js';
import { toFieldLabel, toValueWords } from './lead-words.js';
import { useLeadNames } from './use-lead-names.js';
import { useLeadUpdate } from './use-lead-update.js';

/** A lead with all that is known of it. */
export function LeadBody({ version }: { readonly version: LeadVersion }) {
  const { lead } = version;
  const { save, refused, repeat, forgetRefused } = useLeadUpdate(lead.id);
  const names = useLeadNames(lead);
  // The version that the form began with, so that what others change meanwhile is seen as such.
  const [edited, setEdited] = useState<LeadVersion>();
  const mayWrite = useCan('write');
  const now = refused && `${toFieldLabel(refused.field)}: ${toValueWords(refused.field, refused.value, names)}.`;
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
          <LeadFollowUp version={version} save={save} />
          <LeadListings version={version} save={save} />
          <LeadDuplicates lead={lead} />
        </div>
      </div>
      <ChangedLeadDialog
        conflict={refused?.conflict}
        repeatLabel="Save yours all the same"
        onRepeat={repeat}
        onClose={forgetRefused}
      >
        <Text size="sm">{now === undefined ? null : `${now} It was left so.`}</Text>
      </ChangedLeadDialog>
    </>
  );
}
