import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toTaskJson } from '../model/task-json.js';
import type { TaskQuery } from '../store/task-query.js';
import { fetchRelations, type Relation } from './task-relations.js';

interface ShownFields {
  readonly fields?: readonly string[];
  readonly expand?: readonly Relation[];
}

/** GET /v1/tasks */
export function listTasks(context: Context): Handler<unknown, TaskQuery & ShownFields> {
  return async ({ caller, query }) => {
    const { fields, expand, ...rest } = query;
    const { records, info } = await context.tasks.list(caller, rest);
    const relations = await fetchRelations(context, caller, records, expand);
    return page(
      records.map((task) => ({ ...selectFields(toTaskJson(task), fields), ...relations(task) })),
      info,
    );
  };
}

/** GET /v1/tasks/:id */
export function getTask(context: Context): Handler<unknown, ShownFields> {
  return async ({ caller, path, query }) => {
    const task = await context.tasks.get(caller, path('id'));
    if (!task) throw notFound();
    const relations = await fetchRelations(context, caller, [task], query.expand);
    return withVersion(ok({ ...selectFields(toTaskJson(task), query.fields), ...relations(task) }), task.version);
  };
}
