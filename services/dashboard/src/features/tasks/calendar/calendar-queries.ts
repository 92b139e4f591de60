import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTenant } from '../../../api/workspace.js';
import { toLocalDay } from '../../workspace/time-zones.js';
import { getTasksKey, readTaskPage, type Task } from '../task-queries.js';

interface CalendarRange {
  /** First and last day, both included. */
  readonly first: string;
  readonly last: string;
  readonly agentId: string | undefined;
  readonly timeZone: string;
}

export interface CalendarTasks {
  readonly byDay: ReadonlyMap<string, readonly Task[]>;
  /** False if there are more tasks than the calendar reads. */
  readonly isComplete: boolean;
}

const tasksPerPage = 100;
/** Maximum number of pages to read. A month with more tasks is unreadable in a calendar anyway. */
const maxPages = 5;

/** Reads the open tasks that are due in a range of days, by day in the workspace's time zone. */
export function useCalendarTasks({ first, last, agentId, timeZone }: CalendarRange) {
  const tenant = useTenant();
  const filter = {
    done: false,
    due_after: first,
    due_before: last,
    ...(agentId === undefined ? {} : { agent_id: agentId }),
  };
  return useQuery({
    queryKey: [...getTasksKey(tenant), 'calendar', filter, timeZone],
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<CalendarTasks> => {
      const byDay = new Map<string, Task[]>();
      let cursor: string | null | undefined = '';
      for (let page = 0; page < maxPages && typeof cursor === 'string'; page += 1) {
        const { data, meta } = await readTaskPage(tenant, filter, cursor, tasksPerPage);
        for (const task of data) {
          const day = toLocalDay(new Date(task.due_at), timeZone);
          byDay.set(day, [...(byDay.get(day) ?? []), task]);
        }
        cursor = meta.next_cursor;
      }
      return { byDay, isComplete: typeof cursor !== 'string' };
    },
  });
}
