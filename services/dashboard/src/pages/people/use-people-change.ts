import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Tenant, useTenant } from '../../api/workspace.js';
import { peopleKey } from './agents.js';

interface PeopleChange<Input, Output> {
  readonly change: (tenant: Tenant, input: Input) => Promise<Output>;
  /** What to tell the person when it is done. */
  readonly describe: (output: Output) => string;
  readonly onDone?: (output: Output, input: Input) => void;
  readonly onProblem?: (error: unknown) => void;
}

/** Has what shows agents or teams read them anew, after some of them changed: leads have them by name. */
export function usePeopleChanged(): () => void {
  const tenant = useTenant();
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: peopleKey(tenant) });
    void client.invalidateQueries({ queryKey: [...tenant.key, 'agents'] });
    void client.invalidateQueries({ queryKey: [...tenant.key, 'leads'] });
  };
}

/** A change of agents or teams: says that it is done, and has what shows them read it anew. */
export function usePeopleChange<Input, Output>({ change, describe, onDone, onProblem }: PeopleChange<Input, Output>) {
  const tenant = useTenant();
  const tellChange = usePeopleChanged();
  return useMutation({
    mutationFn: (input: Input) => change(tenant, input),
    onSuccess: (output, input) => {
      notifications.show({ message: describe(output) });
      tellChange();
      onDone?.(output, input);
    },
    onError: onProblem,
  });
}
