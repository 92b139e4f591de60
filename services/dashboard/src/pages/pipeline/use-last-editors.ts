import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { type Lead, leadKey } from './lead-query.js';

/** Who has changed the lead since that version of it, in words. */
export function useLastEditors({ id, updated_at: since }: Lead): string {
  const tenant = useTenant();
  const { data } = useQuery({
    queryKey: [...leadKey(tenant, id), 'editors', since],
    queryFn: () => {
      const params = { path: { id }, query: { per_page: 20 } };
      return answerOf(tenant.api.GET('/v1/leads/{id}/activity', { params }));
    },
  });
  const later = (data?.data ?? []).filter(({ timestamp }) => timestamp > since);
  const names = new Set(later.map(({ actor }) => actor.name));
  return names.size === 0 ? 'Somebody else' : new Intl.ListFormat('en').format(names);
}
