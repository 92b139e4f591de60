import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../api/client.js';
import { useTenant, useWorkspace } from '../api/workspace.js';

/** The currency of the workspace, in which the API counts totals, for what cannot begin without it. */
export function useCurrencyQuery() {
  const { auth } = useTenant();
  const { id } = useWorkspace();
  return useQuery({
    queryKey: [id, 'currency'],
    queryFn: async () => (await answerOf(auth.GET('/auth/workspace'))).data.currency,
    staleTime: 5 * 60_000,
  });
}

/** The currency of the workspace; undefined until it is known. */
export const useCurrency = (): string | undefined => useCurrencyQuery().data;
