import { useQuery } from '@tanstack/react-query';
import { readBody } from './client.js';
import { useCan, useTenant } from './workspace.js';

type Category = 'payments' | 'email' | 'e_signature';

/**
 * Returns the active connections of a category as options for a field. Only owners and admins may read connections, so
 * the list is empty for other roles.
 */
export function useConnectionChoices(
  category: Category,
): readonly { readonly value: string; readonly label: string }[] {
  const { api, key } = useTenant();
  const enabled = useCan('administer');
  const { data } = useQuery({
    queryKey: [...key, 'connections', category],
    queryFn: async () => {
      const query = { category: [category], status: ['active' as const], per_page: 50 };
      return (await readBody(api.GET('/v1/connections', { params: { query } }))).data;
    },
    enabled,
  });
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
