import { useInfiniteQuery } from '@tanstack/react-query';
import type { components, operations } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { readVersioned, type Versioned } from '../../api/versioned-record.js';
import { type Tenant, useTenant } from '../../api/workspace.js';
import type { TaskPeriod } from './task-periods.js';

export type Task = components['schemas']['Task'];
export type TaskFilter = Pick<
  NonNullable<operations['listTasks']['parameters']['query']>,
  'lead_id' | 'agent_id' | 'done' | 'due_after' | 'due_before'
>;

export interface TaskPage {
  readonly data: readonly Task[];
  readonly meta: { readonly total: number; readonly next_cursor?: string | null };
}

const tasksPerPage = 25;
const nextFirst = { sort: 'due_at', order: 'asc' } as const;
const latestFirst = { sort: 'updated_at', order: 'desc' } as const;
const expand = ['lead' as const, 'agent' as const];

/** Returns a text that distinguishes a task from other tasks with the same title. */
export function nameTask({ title, lead }: Task): string {
  return lead ? `${title}, ${lead.name}` : title;
}

/** Returns the prefix of the query keys of all tasks. */
export function getTasksKey({ key }: Pick<Tenant, 'key'>) {
  return [...key, 'tasks'] as const;
}

/** Returns the prefix of the query keys of all task lists that load page by page. */
export function getTaskListsKey(tenant: Pick<Tenant, 'key'>) {
  return [...getTasksKey(tenant), 'list'] as const;
}

/**
 * Reads a page of tasks with their leads and agents. Open tasks are sorted by due time. Completed tasks are sorted
 * latest first.
 */
export function readTaskPage({ api }: Tenant, filter: TaskFilter, cursor: string, perPage: number): Promise<TaskPage> {
  const query = { ...filter, ...(filter.done ? latestFirst : nextFirst), expand, per_page: perPage, cursor };
  return readBody(api.GET('/v1/tasks', { params: { query } }));
}

/** Reads tasks page by page. */
export function useTasks(filter: TaskFilter, perPage = tasksPerPage) {
  const tenant = useTenant();
  return useInfiniteQuery({
    queryKey: [...getTaskListsKey(tenant), filter, perPage],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) => readTaskPage(tenant, filter, cursor, perPage),
  });
}

/** Returns the filter for the open tasks of a period. Without an agent, includes the tasks of all agents. */
export function toPeriodFilter({ after, before }: TaskPeriod, agentId: string | undefined): TaskFilter {
  return {
    done: false,
    ...(agentId === undefined ? {} : { agent_id: agentId }),
    ...(after === null ? {} : { due_after: after }),
    ...(before === null ? {} : { due_before: before }),
  };
}

/** Reads a task with its lead and agent. */
export function readTask({ api }: Tenant, id: string): Promise<Versioned<Task>> {
  return readVersioned(api.GET('/v1/tasks/{id}', { params: { path: { id }, query: { expand } } }));
}
