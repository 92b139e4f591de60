import { useInfiniteQuery } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { type Tenant, useTenant } from '../../api/workspace.js';
import type { TaskPeriod } from './task-periods.js';

const taskFields = [
  'id',
  'name',
  'email',
  'phone',
  'stage',
  'score',
  'last_contacted',
  'next_follow_up',
  'updated_at',
] as const satisfies readonly (keyof components['schemas']['Lead'])[];

/** A lead to follow up. */
export type Task = Pick<components['schemas']['Lead'], (typeof taskFields)[number] | 'agent'>;

export interface TaskPage {
  readonly tasks: readonly Task[];
  readonly total: number;
  readonly next: string | null;
}

const tasksPerPage = 25;

/** Returns the prefix of the query keys of all periods. */
export function getTasksKey(key: Tenant['key']) {
  return [...key, 'leads', 'tasks'] as const;
}

/** Reads the leads to follow up in a period, of one agent or of all. */
export function useTasks({ name, after, before }: TaskPeriod, agentId: string | undefined) {
  const { api, key } = useTenant();
  const bounds = {
    ...(after === null ? {} : { follow_up_after: after }),
    ...(before === null ? {} : { follow_up_before: before }),
  };
  return useInfiniteQuery({
    queryKey: [...getTasksKey(key), name, bounds, agentId],
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor }): Promise<TaskPage> => {
      const owner = agentId === undefined ? {} : { agent_id: agentId };
      const shown = { fields: [...taskFields], expand: ['agent' as const], per_page: tasksPerPage };
      const order = { sort: 'next_follow_up', order: 'asc' } as const;
      const query = { ...owner, ...bounds, ...shown, ...order, cursor };
      const { data, meta } = await readBody(api.GET('/v1/leads', { params: { query } }));
      return { tasks: data, total: meta.total, next: meta.next_cursor ?? null };
    },
    getNextPageParam: ({ next }) => next,
  });
}
