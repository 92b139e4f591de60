import { isTree, textOf } from '../../../../support/contract/tree.js';
import { type Action, type Actor, newName, pickOne } from './tenant.js';

/** Tasks of shared leads, from their creation to their deletion, and the key's calendar. */
export function createTaskActions(actor: Actor): readonly Action[] {
  const { client, random, tenant } = actor;

  const listTasks = async () => {
    await client.call({ name: 'listTasks', method: 'GET', path: '/v1/tasks?done=false&sort=due_at' });
  };

  async function workOnTask(): Promise<void> {
    const lead_id = pickOne(random, tenant.sharedLeadIds);
    const due_at = new Date(Date.now() + random.between(1, 90) * 86_400_000).toISOString();
    const body = { lead_id, title: newName(actor), due_at, type: random.pick(['call', 'email', 'viewing'] as const) };
    const { data } = await client.call({ name: 'createTask', method: 'POST', path: '/v1/tasks', body });
    const id = isTree(data) ? textOf(data.id) : undefined;
    if (!id) return;
    const path = `/v1/tasks/${id}`;
    await client.call({ name: 'getTask', method: 'GET', path });
    await client.call({ name: 'updateTask', method: 'PUT', path, body: { title: newName(actor) } });
    await client.call({ name: 'completeTask', method: 'POST', path: `${path}/done`, body: {} });
    await client.call({ name: 'reopenTask', method: 'POST', path: `${path}/reopen`, body: {} });
    // 404 if the deletion is repeated after its answer was lost.
    await client.call({ name: 'deleteTask', method: 'DELETE', path, expected: [204, 404] });
  }

  async function openAndCloseCalendar(): Promise<void> {
    const path = '/v1/tasks/calendar';
    await client.call({ name: 'rotateTaskCalendar', method: 'POST', path, body: {} });
    // 404 when another actor with the same key has deleted the calendar.
    await client.call({ name: 'getTaskCalendar', method: 'GET', path, expected: [200, 404] });
    await client.call({ name: 'deleteTaskCalendar', method: 'DELETE', path, expected: [204, 404] });
  }

  return [listTasks, workOnTask, openAndCloseCalendar];
}
