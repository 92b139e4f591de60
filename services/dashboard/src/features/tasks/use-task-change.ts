import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { formatDateTime } from '../../ui/format/format-date.js';
import { changeLead, LeadConflict } from '../leads/change-lead.js';
import { getTasksKey, type Task, type TaskPage } from './task-queries.js';

export interface TaskChange {
  readonly task: Task;
  /** Date of the next follow-up, or null for none. */
  readonly followUp: Date | null;
  /** Also records that the person has just contacted the lead. */
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
  if (followUp === null) return `No follow-up with ${task.name} is planned.`;
  return `Follow up with ${task.name} on ${formatDateTime(followUp.toISOString(), 'date')}.`;
}

/** Changes a lead's follow-up. Removes the task from the list at once, and restores it after an error. */
export function useTaskChange() {
  const { api, key } = useTenant();
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const [refused, setRefused] = useState<{ readonly conflict: LeadConflict; readonly change: TaskChange }>();
  const queryKey = getTasksKey(key);
  /** The lead's page and the board also show the follow-up. */
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
      if (error instanceof LeadConflict) setRefused({ conflict: error, change });
      else showErrorToast(`${change.task.name} wasn't changed`)(error);
      return refresh();
    },
  });

  const forgetRefused = () => setRefused(undefined);
  const repeat = () => {
    forgetRefused();
    if (refused) mutate({ ...refused.change, task: refused.conflict.lead });
  };
  return { change: mutate, announcement, conflict: refused?.conflict, repeat, forgetRefused };
}
