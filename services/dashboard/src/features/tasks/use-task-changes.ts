import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Tenant, useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { showUndoToast } from '../../ui/feedback/undo-toast.js';
import { sendTaskChange, type TaskChange, toUndo } from './task-change.js';
import { getTaskListsKey, getTasksKey, type TaskPage } from './task-queries.js';

function without(data: InfiniteData<TaskPage>, id: string): InfiniteData<TaskPage> {
  const has = data.pages.some((page) => page.data.some((task) => task.id === id));
  if (!has) return data;
  const pages = data.pages.map((page) => ({
    data: page.data.filter((task) => task.id !== id),
    meta: { ...page.meta, total: page.meta.total - 1 },
  }));
  return { ...data, pages };
}

/** Refreshes tasks, and also leads, because a lead's next follow-up and timeline show tasks. */
export async function refreshTasks(client: QueryClient, tenant: Tenant): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: getTasksKey(tenant) }),
    client.invalidateQueries({ queryKey: [...tenant.key, 'leads'] }),
  ]);
}

/** Changes a task. Removes it from its list immediately, restores it after an error, and offers to undo the change. */
export function useTaskChanges(): (change: TaskChange) => void {
  const tenant = useTenant();
  const client = useQueryClient();
  const queryKey = getTaskListsKey(tenant);
  const { mutate } = useMutation({
    mutationFn: (change: TaskChange) => sendTaskChange(tenant, change),
    onMutate: async ({ task }) => {
      await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
      const seen = client.getQueriesData<InfiniteData<TaskPage>>({ queryKey });
      client.setQueriesData<InfiniteData<TaskPage>>({ queryKey }, (data) => data && without(data, task.id));
      return seen;
    },
    onSuccess: (_answer, change) => {
      const undo = toUndo(change);
      if (undo !== undefined) showUndoToast(undo.message, () => mutate(undo.change));
      return refreshTasks(client, tenant);
    },
    onError: (error, { task }, seen) => {
      for (const [name, data] of seen ?? []) client.setQueryData(name, data);
      showErrorToast(`“${task.title}” wasn't changed`)(error);
      return refreshTasks(client, tenant);
    },
  });
  return mutate;
}
