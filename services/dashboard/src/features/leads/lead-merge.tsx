import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useOwnAgentId, useRole } from '../../api/workspace.js';
import type { Lead } from './lead-queries.js';

// Loaded when it opens.
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.js')).MergeDialog }));

/** Returns whether the person may merge these leads. Agents may only merge their own leads. */
function useCanMerge(leads: readonly Lead[]): boolean {
  const role = useRole();
  const ownId = useOwnAgentId();
  if (role === 'viewer') return false;
  return role !== 'agent' || leads.every(({ assigned_agent }) => assigned_agent === ownId);
}

interface LeadMergeProps {
  /** The lead of the page. */
  readonly lead: Lead;
  readonly other: Lead;
}

/** A button that merges this lead and another one. Renders nothing for people who may not merge them. */
export function LeadMerge({ lead, other }: LeadMergeProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useCanMerge([lead, other])) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Merge ${other.name} into this lead`}
        onClick={() => setOpen(true)}
      >
        Merge
      </Button>
      <Suspense>
        {isOpen ? <MergeDialog lead={lead} otherId={other.id} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
