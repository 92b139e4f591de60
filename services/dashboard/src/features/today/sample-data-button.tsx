import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { showToast } from '../../ui/feedback/toast.js';
import { useCurrency } from '../workspace/use-currency.js';
import { loadSampleData } from './load-sample-data.js';

/** Fills the sandbox with a property, leads, tasks, holds and a deal to try things out. */
export function SampleDataButton() {
  const { api, key } = useTenant();
  const client = useQueryClient();
  const currency = useCurrency();
  const load = useMutation({
    mutationFn: (unit: string) => loadSampleData(api, unit),
    onSuccess: () => showToast('The sandbox has a property, leads, tasks, holds and a deal now.'),
    // After an error, part of the data may already exist.
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return (
    <>
      <Button
        variant="default"
        loading={load.isPending}
        disabled={currency === undefined}
        onClick={() => {
          if (currency !== undefined) load.mutate(currency);
        }}
      >
        Load sample data
      </Button>
      <ProblemText error={load.error} />
    </>
  );
}
