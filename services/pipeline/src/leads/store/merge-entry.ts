import { diff, type EntryInput, previousValues } from '@plotline/kit/store/journal/entry';
import { nextVersion } from '@plotline/kit/store/records/guarded-update';
import type { Lead } from '../model/lead.js';
import type { MergedPair } from '../model/merge-leads.js';
import type { RenderLead } from './lead-entries.js';

/**
 * Creates the survivor's entry of a merge. It keeps the contact data of the other lead, which is no longer stored. The
 * event `merging.lead` is internal: other services move their records of all leads that were merged into the survivor.
 */
export function describeMerge({ keep, other }: MergedPair, survivor: Lead, render: RenderLead): EntryInput {
  const lead = render(survivor);
  const changes = diff(render(keep), lead);
  const isChanged = Object.keys(changes).length > 0;
  const updated = { name: 'lead.updated', version: nextVersion(keep, survivor), data: lead };
  const { id, name, email, phone } = other;
  const { merged_leads = [] } = survivor;
  const merging = { lead_id: keep.id, merged_ids: merged_leads.map((merged) => merged.id) };
  const contact = phone === null ? email : `${email}, ${phone}`;
  return {
    subject: keep.id,
    type: 'merged',
    description: `The lead ${name} (${contact}) was merged into this lead.`,
    ...(isChanged && { changes }),
    attributes: { merged_lead: { id, name, email, phone } },
    events: [
      { name: 'lead.merged', data: { id: keep.id, merged_id: id, lead } },
      ...(isChanged ? [{ ...updated, previous: previousValues(changes) }] : []),
      { name: 'merging.lead', data: merging },
    ],
  };
}
