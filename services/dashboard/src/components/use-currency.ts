import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../api/client.js';
import { useTenant, useWorkspace } from '../api/workspace.js';

/** The currency of the workspace, in which the API counts totals; undefined until it is known. */
export function useCurrency(): string | undefined {
  const { auth } = useTenant();
  const { id } = useWorkspace();
  const workspace = useQuery({
    queryKey: [id, 'currency'],
    queryFn: async () => (await answerOf(auth.GET('/auth/workspace'))).data.currency,
    staleTime: 5 * 60_000,
  });
  return workspace.data;
}
