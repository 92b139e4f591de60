import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import ical from 'ical-generator';
import type { Context } from '../../context.js';
import { walkBegin } from '../../peers/record-reader.js';
import { type ListedTask, type TaskCalendar, toCalendarEvent, toTaskQuery } from '../model/task-calendar.js';

/** Maximum number of tasks in a calendar. If there are more, the calendar contains those that were created first. */
const maxTasks = 2_000;
const secondsBetweenReads = 900;

/** Reads the open tasks of a calendar. All of them come from one snapshot. */
async function readTasks(
  { recordReader, runtime }: Pick<Context, 'recordReader' | 'runtime'>,
  tenant: Tenant,
  calendar: TaskCalendar,
): Promise<readonly ListedTask[]> {
  const caller = createSystemCaller(tenant, 'calendar', newId('req'));
  const query = { resource: 'tasks', query: toTaskQuery(calendar, runtime.clock()), withNames: true } as const;
  const tasks: ListedTask[] = [];
  let position = walkBegin;
  do {
    const { records, next, snapshot } = await recordReader.readPage(caller, query, position);
    tasks.push(...records.map((record): ListedTask => JSON.parse(record)));
    position = { after: next, snapshot };
  } while (position.after !== '' && tasks.length < maxTasks);
  return tasks.slice(0, maxTasks);
}

/** Writes a calendar in the format of RFC 5545. */
export async function writeCalendar(context: Context, tenant: Tenant, calendar: TaskCalendar): Promise<string> {
  const tasks = await readTasks(context, tenant, calendar);
  const dashboardUrl = `${context.authUrl}/dashboard/${tenant.workspaceId}/${tenant.mode}`;
  return ical({
    name: 'Plotline tasks',
    prodId: { company: 'Plotline', product: 'Tasks', language: 'EN' },
    ttl: secondsBetweenReads,
    events: tasks.map((task) => toCalendarEvent(task, dashboardUrl)),
  }).toString();
}
