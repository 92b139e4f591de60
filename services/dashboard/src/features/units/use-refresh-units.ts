import { useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';

/**
 * Returns a function that refreshes all queries that depend on a property's units. These include leads, which show the
 * units' prices.
 */
export function useRefreshUnits(propertyId: string): () => Promise<void> {
  const { key } = useTenant();
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: [...key, 'units'] }),
      client.invalidateQueries({ queryKey: [...key, 'properties', propertyId] }),
      client.invalidateQueries({ queryKey: [...key, 'properties', 'list'] }),
      client.invalidateQueries({ queryKey: [...key, 'leads'] }),
    ]);
  };
}
