import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Tenant, useTenant } from '../../api/workspace.js';
import { showToast } from '../../ui/feedback/toast.js';
import { getPeopleKey } from './agent-queries.js';

interface PeopleChange<Input, Output> {
  readonly change: (tenant: Tenant, input: Input) => Promise<Output>;
  /** Returns the text of the success toast. */
  readonly describe: (output: Output) => string;
  readonly onDone?: (output: Output, input: Input) => void;
  readonly onProblem?: (error: unknown) => void;
}

/**
 * Returns a function that refreshes all queries that depend on agents or teams. These include leads, which show their
 * agents' names.
 */
export function useRefreshPeople(): () => void {
  const tenant = useTenant();
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: getPeopleKey(tenant) });
    void client.invalidateQueries({ queryKey: [...tenant.key, 'agents'] });
    void client.invalidateQueries({ queryKey: [...tenant.key, 'leads'] });
  };
}

/** Creates a mutation of agents or teams that shows a toast and refreshes the queries on success. */
export function usePeopleChange<Input, Output>({ change, describe, onDone, onProblem }: PeopleChange<Input, Output>) {
  const tenant = useTenant();
  const refreshPeople = useRefreshPeople();
  return useMutation({
    mutationFn: (input: Input) => change(tenant, input),
    onSuccess: (output, input) => {
      showToast(describe(output));
      refreshPeople();
      onDone?.(output, input);
    },
    onError: onProblem,
  });
}
