import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant, useWorkspace } from '../../api/workspace.js';

/**
 * Reads the workspace's currency, which the API uses for totals. Use this function where a form can't start without the
 * currency.
 */
export function useCurrencyQuery() {
  const { auth } = useTenant();
  const { id } = useWorkspace();
  return useQuery({
    queryKey: [id, 'currency'],
    queryFn: async () => (await readBody(auth.GET('/auth/workspace'))).data.currency,
    staleTime: 5 * 60_000,
  });
}

/** Returns the workspace's currency. Returns undefined while it is loading. */
export const useCurrency = (): string | undefined => useCurrencyQuery().data;
