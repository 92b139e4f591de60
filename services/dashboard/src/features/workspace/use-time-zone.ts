import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant, useWorkspace } from '../../api/workspace.js';

/**
 * Returns the workspace's time zone, which defines when a day starts for the API. Returns undefined while it is
 * loading.
 */
export function useTimeZone(): string | undefined {
  const { auth } = useTenant();
  const { id } = useWorkspace();
  const { data } = useQuery({
    queryKey: [id, 'time_zone'],
    queryFn: async () => (await readBody(auth.GET('/auth/workspace'))).data.time_zone,
    staleTime: 5 * 60_000,
  });
  return data;
}
