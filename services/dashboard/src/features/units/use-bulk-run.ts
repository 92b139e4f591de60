import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Failure } from '../../api/run-for-each.js';
import { useTenant } from '../../api/workspace.js';
import { showToast } from '../../ui/feedback/toast.js';
import type { BulkChange } from './bulk-change.js';
import type { ListedUnit } from './listed-unit.js';
import { propertyUnitsQuery } from './unit-queries.js';
import { useRefreshUnits } from './use-refresh-units.js';

interface Page {
  readonly units: ListedUnit[];
  readonly next: string | null | undefined;
  readonly total: number;
}

interface Job {
  readonly change: BulkChange;
  readonly units: readonly ListedUnit[];
}

/** State of a bulk change. */
export interface BulkRun {
  readonly change: BulkChange | undefined;
  readonly total: number;
  readonly done: number;
  readonly failures: readonly Failure<ListedUnit>[];
  readonly isRunning: boolean;
  readonly start: (change: BulkChange, units: readonly ListedUnit[]) => void;
  /** Retries the units that couldn't be changed. */
  readonly repeat: () => void;
  readonly close: () => void;
}

/** Runs a bulk change. Shows changed units immediately, and reverts the units that the server rejects. */
export function useBulkRun(propertyId: string): BulkRun {
  const tenant = useTenant();
  const client = useQueryClient();
  const refreshUnits = useRefreshUnits(propertyId);
  const [done, setDone] = useState(0);
  const show = (units: readonly ListedUnit[]) => {
    const shown = new Map(units.map((unit) => [unit.id, unit]));
    const showPage = (page: Page) => ({ ...page, units: page.units.map((unit) => shown.get(unit.id) ?? unit) });
    client.setQueryData<InfiniteData<Page, string>>(
      propertyUnitsQuery(tenant, propertyId).queryKey,
      (data) => data && { ...data, pages: data.pages.map(showPage) },
    );
  };
  const job = useMutation({
    mutationFn: ({ change, units }: Job) => change.run(units, setDone),
    onMutate: async ({ change, units }: Job) => {
      setDone(0);
      await client.cancelQueries({ queryKey: propertyUnitsQuery(tenant, propertyId).queryKey });
      show(units.map(change.apply));
    },
    onSuccess: (failures, { change, units }) => {
      show(failures.map(({ item }) => item));
      const message = `${change.label}: ${units.length === 1 ? '1 unit' : `${units.length} units`}`;
      if (failures.length === 0) showToast(message);
      return refreshUnits();
    },
    onError: (_error, { units }) => {
      show(units);
      return refreshUnits();
    },
  });
  const { variables, data: failures = [] } = job;
  return {
    change: variables?.change,
    total: variables?.units.length ?? 0,
    done,
    failures,
    isRunning: job.isPending,
    start: (change, units) => job.mutate({ change, units }),
    repeat: () => variables && job.mutate({ change: variables.change, units: failures.map(({ item }) => item) }),
    close: () => job.reset(),
  };
}
