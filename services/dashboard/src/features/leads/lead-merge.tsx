import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useOwnAgentId, useRole } from '../../api/workspace.js';
import type { Lead } from './lead-queries.js';
import type { MergePlace } from './merge-dialog.js';

// The code is loaded when the dialog opens.
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.js')).MergeDialog }));

/** Returns whether the person may merge these leads. Agents may only merge their own leads. */
function useCanMerge(leads: readonly Lead[]): boolean {
  const role = useRole();
  const ownId = useOwnAgentId();
  if (role === 'viewer') return false;
  return role !== 'agent' || leads.every(({ assigned_agent }) => assigned_agent === ownId);
}

interface LeadMergeProps {
  /** Lead of the page. In a list of duplicates, the older lead. */
  readonly lead: Lead;
  readonly other: Lead;
  readonly place?: MergePlace;
}

/** A button that merges two leads. Renders nothing for people who may not merge them. */
export function LeadMerge({ lead, other, place = 'page' }: LeadMergeProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useCanMerge([lead, other])) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={place === 'page' ? `Merge ${other.name} into this lead` : `Merge ${other.name} into ${lead.name}`}
        onClick={() => setOpen(true)}
      >
        Merge
      </Button>
      <Suspense>
        {isOpen ? <MergeDialog lead={lead} otherId={other.id} place={place} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
