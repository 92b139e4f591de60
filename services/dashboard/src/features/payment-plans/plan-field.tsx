import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '../../api/problem.js';
import { usePlanChoices } from './plan-queries.js';

interface PlanFieldProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error?: ReactNode;
}

const noPlan = { value: '', label: 'One invoice for the whole value' };

/** Selects the payment plan of a deal. Renders nothing in a workspace without plans. */
export function PlanField({ value, onChange, error }: PlanFieldProps) {
  const plans = usePlanChoices();
  if (plans.data?.length === 0) return null;
  return (
    <NativeSelect
      label="Payment plan"
      data={[noPlan, ...(plans.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error ?? (plans.error ? describeError(plans.error) : undefined)}
    />
  );
}
