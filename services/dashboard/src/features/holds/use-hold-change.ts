import { useMutation } from '@tanstack/react-query';
import { showToast } from '../../ui/feedback/toast.js';
import { useRefreshHolds } from './hold-queries.js';

/** Changes a hold, confirms the change with a toast, and refreshes the queries that show holds. */
export function useHoldChange<Values>(change: (values: Values) => Promise<unknown>, done: string, onDone: () => void) {
  const refresh = useRefreshHolds();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      showToast(done);
      onDone();
      return refresh();
    },
    // The hold may have ended meanwhile.
    onError: () => refresh(),
  });
}
