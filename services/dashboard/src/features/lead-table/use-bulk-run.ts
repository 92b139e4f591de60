import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Failure, runForEach } from '../../api/run-for-each.js';
import { useTenant } from '../../api/workspace.js';
import { showToast } from '../../ui/feedback/toast.js';
import { showUndoToast } from '../../ui/feedback/undo-toast.js';
import { type BulkChange, type BulkLead, countLeads, createUndo, type UndoStep } from './bulk-change.js';

interface Job {
  readonly change: BulkChange;
  readonly leads: readonly BulkLead[];
}

interface Outcome {
  readonly failures: readonly Failure<BulkLead>[];
  /** Leads that were not processed, because the person stopped the change. */
  readonly left: readonly BulkLead[];
  readonly steps: ReadonlyMap<string, UndoStep>;
}

/** State of a bulk change. */
export interface BulkRun {
  readonly change: BulkChange | undefined;
  readonly total: number;
  readonly done: number;
  readonly failures: readonly Failure<BulkLead>[];
  readonly left: number;
  readonly isRunning: boolean;
  readonly start: (change: BulkChange, leads: readonly BulkLead[]) => void;
  /** Stops before the next lead. */
  readonly stop: () => void;
  /** Retries the leads that couldn't be changed. */
  readonly repeat: () => void;
  readonly close: () => void;
}

/**
 * Runs a bulk change, offers to undo it, and refreshes the lists of leads. `onDone` receives the leads that
 * weren't changed.
 */
export function useBulkRun(onDone: (remaining: readonly BulkLead[]) => void): BulkRun {
  const { key } = useTenant();
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const isStopped = useRef(false);
  const job = useMutation({
    mutationFn: async ({ change, leads }: Job): Promise<Outcome> => {
      const steps = new Map<string, UndoStep>();
      const begun = new Set<string>();
      const changeOne = async (lead: BulkLead) => {
        begun.add(lead.id);
        const step = await change.change(lead);
        if (step) steps.set(lead.id, step);
      };
      const failures = await runForEach(leads, changeOne, setDone, () => isStopped.current);
      return { failures, steps, left: leads.filter(({ id }) => !begun.has(id)) };
    },
    onMutate: () => {
      isStopped.current = false;
      setDone(0);
    },
    onSuccess: ({ failures, left, steps }, { change, leads }) => {
      const remaining = [...failures.map(({ item }) => item), ...left];
      const message = change.describeDone(countLeads(leads.length - remaining.length));
      const changed = leads.filter(({ id }) => steps.has(id));
      if (changed.length > 0) showUndoToast(message, () => job.mutate({ change: createUndo(steps), leads: changed }));
      else if (remaining.length < leads.length) showToast(message);
      onDone(remaining);
      return client.invalidateQueries({ queryKey: [...key, 'leads'] });
    },
  });
  const { variables, data } = job;
  return {
    change: variables?.change,
    total: variables?.leads.length ?? 0,
    done,
    failures: data?.failures ?? [],
    left: data?.left.length ?? 0,
    isRunning: job.isPending,
    start: (change, leads) => job.mutate({ change, leads }),
    stop: () => {
      isStopped.current = true;
    },
    repeat: () =>
      variables && job.mutate({ change: variables.change, leads: data?.failures.map(({ item }) => item) ?? [] }),
    close: () => job.reset(),
  };
}
