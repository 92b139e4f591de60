import { useDidUpdate } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { getDeliveriesKey, type Subscription } from './delivery-queries.js';

/**
 * Refreshes a subscription's delivery lists whenever `attempts` changes. `attempts` is the number of attempts, or a
 * text that contains it.
 */
export function useFreshDeliveries(
  subscription: Pick<Subscription, 'kind' | 'id'>,
  attempts: number | string | undefined,
): void {
  const tenant = useTenant();
  const queries = useQueryClient();
  useDidUpdate(() => void queries.invalidateQueries({ queryKey: getDeliveriesKey(tenant, subscription) }), [attempts]);
}
