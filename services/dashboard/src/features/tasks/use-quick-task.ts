import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { showUndoToast } from '../../ui/feedback/undo-toast.js';
import { formatDateTime } from '../../ui/format/format-date.js';
import { useTaskDesk } from './task-desk.js';
import { refreshTasks } from './use-task-changes.js';

/** Adds a follow-up for a lead at a given time, without a dialog. */
export function useQuickTask(leadId: string) {
  const tenant = useTenant();
  const client = useQueryClient();
  const { change } = useTaskDesk();
  return useMutation({
    mutationFn: async (due: Date) => {
      const body = { lead_id: leadId, title: 'Follow up', type: 'follow_up' as const, due_at: due.toISOString() };
      return (await readBody(tenant.api.POST('/v1/tasks', { body }))).data;
    },
    onSuccess: (task) => {
      showUndoToast(`Follow up on ${formatDateTime(task.due_at)}.`, () =>
        change({ kind: 'remove', task, isUndo: true }),
      );
      return refreshTasks(client, tenant);
    },
    onError: showErrorToast("The follow-up wasn't added"),
  });
}
