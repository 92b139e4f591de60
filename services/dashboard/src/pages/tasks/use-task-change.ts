import { notifications } from '@mantine/notifications';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeLead, LeadConflict } from '../../api/change-lead.js';
import { toWords } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { formatDateTime } from '../../components/date-time.js';
import { getTasksKey, type Task, type TaskPage } from './task-queries.js';

export interface TaskChange {
  readonly task: Task;
  /** When to contact the lead again; null for not at all. */
  readonly followUp: Date | null;
  /** Whether the person has just spoken or written with them. */
  readonly isContacted: boolean;
}

function without(data: InfiniteData<TaskPage>, id: string): InfiniteData<TaskPage> {
  const has = data.pages.some(({ tasks }) => tasks.some((task) => task.id === id));
  if (!has) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    tasks: page.tasks.filter((task) => task.id !== id),
    total: page.total - 1,
  }));
  return { ...data, pages };
}

function toAnnouncement({ task, followUp }: TaskChange): string {
  if (followUp === null) return `Nothing is planned with ${task.name} any more.`;
  return `Follow up with ${task.name} on ${formatDateTime(followUp.toISOString(), 'date')}.`;
}

function showRefusal(error: unknown, { task }: TaskChange): void {
  const title = `${task.name} was not changed`;
  notifications.show({ color: 'red', title, message: toWords(error), autoClose: 10_000, withCloseButton: true });
}

/** Changes when a lead is followed up: at once on the page, and back again when it is refused. */
export function useTaskChange() {
  const { api, key } = useTenant();
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const [conflict, setConflict] = useState<{ readonly of: LeadConflict; readonly change: TaskChange }>();
  const queryKey = getTasksKey(key);
  /** The page of the lead and the board show it, too. */
  const refresh = () => client.invalidateQueries({ queryKey: [...key, 'leads'] });

  const { mutate } = useMutation({
    mutationFn: ({ task, followUp, isContacted }: TaskChange) =>
      changeLead(api, task, 'next_follow_up', {
        next_follow_up: followUp?.toISOString() ?? null,
        ...(isContacted ? { last_contacted: new Date().toISOString() } : {}),
      }),
    onMutate: async ({ task }) => {
      await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
      const seen = client.getQueriesData<InfiniteData<TaskPage>>({ queryKey });
      client.setQueriesData<InfiniteData<TaskPage>>({ queryKey }, (data) => data && without(data, task.id));
      return seen;
    },
    onSuccess: (_lead, change) => {
      setAnnouncement(toAnnouncement(change));
      return refresh();
    },
    onError: (error, change, seen) => {
      for (const [name, data] of seen ?? []) client.setQueryData(name, data);
      if (error instanceof LeadConflict) setConflict({ of: error, change });
      else showRefusal(error, change);
      return refresh();
    },
  });

  const repeat = () => {
    setConflict(undefined);
    if (conflict) mutate({ ...conflict.change, task: conflict.of.lead });
  };
  return { change: mutate, announcement, conflict: conflict?.of, repeat, closeConflict: () => setConflict(undefined) };
}
