import { useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';

/** Reads anew what shows units of a property, after some of them changed: leads have them with their prices. */
export function useUnitsChanged(propertyId: string): () => Promise<void> {
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
