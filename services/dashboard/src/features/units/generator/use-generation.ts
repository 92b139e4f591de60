import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenant } from '../../../api/workspace.js';
import { showToast } from '../../../ui/feedback/toast.js';
import { useRefreshUnits } from '../use-refresh-units.js';
import { createPlanned, type RefusedUnit } from './create-planned.js';
import type { GeneratorValues } from './generator-values.js';
import type { PlannedUnit } from './plan-units.js';

interface Work {
  readonly values: GeneratorValues;
  readonly units: readonly PlannedUnit[];
}

/** Describes a number of units, such as `1 unit`. */
export function countUnits(count: number): string {
  return count === 1 ? '1 unit' : `${count} units`;
}

/** State of the creation of planned units. */
export interface Generation {
  readonly isRunning: boolean;
  readonly done: number;
  readonly total: number;
  readonly refused: readonly RefusedUnit[];
  readonly start: (work: Work) => void;
  /** Retries the refused units. */
  readonly repeat: () => void;
  /** Discards the refused units, so that the form can be changed. */
  readonly reset: () => void;
}

/** Creates planned units. Calls `onDone` if none was refused. */
export function useGeneration(propertyId: string, onDone: () => void): Generation {
  const { api } = useTenant();
  const refreshUnits = useRefreshUnits(propertyId);
  const [done, setDone] = useState(0);
  const creation = useMutation({
    mutationFn: ({ values, units }: Work) => createPlanned(api, { propertyId, values, units }, setDone),
    onMutate: () => setDone(0),
    onSuccess: (refused, { units }) => {
      if (units.length > refused.length) showToast(`Created ${countUnits(units.length - refused.length)}`);
      if (refused.length === 0) onDone();
      return refreshUnits();
    },
  });
  const { variables, data: refused = [] } = creation;
  return {
    isRunning: creation.isPending,
    done,
    total: variables?.units.length ?? 0,
    refused,
    start: creation.mutate,
    repeat: () => variables && creation.mutate({ ...variables, units: refused.map(({ unit }) => unit) }),
    reset: creation.reset,
  };
}
