import type { ExampleRecorder } from './example-recorder.js';
import type { Leads } from './tell-of-leads.js';

/** Creates and deletes the calendar. Only the first answer contains its address. */
async function tellOfCalendar(recorder: ExampleRecorder): Promise<void> {
  const path = '/v1/tasks/calendar';
  await recorder.call('POST', path, { status: 201, summary: 'With its address' });
  await recorder.call('GET', path, { status: 200, summary: 'Without its address' });
  await recorder.call('DELETE', path, { status: 204, summary: 'Deleted' });
  await recorder.call('GET', path, { status: 404, summary: 'There is no calendar' });
  await recorder.call('DELETE', path, { status: 404, summary: 'There is no calendar' });
}

/** Creates a task for a lead. Changes, completes, reopens and deletes the task. */
export async function tellOfTasks(recorder: ExampleRecorder, { mariaId }: Leads): Promise<void> {
  const fields = { title: 'Call about the floor plan', type: 'call', due_at: '2027-03-05T09:30:00.000Z' };
  const body = { lead_id: mariaId, ...fields };
  const { id } = (await recorder.call('POST', '/v1/tasks', { status: 201, summary: 'A call', body })).record;
  const moved = { due_at: '2027-03-06T09:30:00.000Z', notes: 'Ask about parking.' };
  await recorder.call('PUT', `/v1/tasks/${id}`, { status: 200, summary: 'A day later', body: moved });
  const next = '/v1/tasks?done=false&sort=due_at&order=asc&expand=lead';
  await recorder.call('GET', next, { status: 200, summary: 'What to do next' });
  await recorder.call('POST', `/v1/tasks/${id}/done`, { status: 200, summary: 'Completed' });
  await recorder.call('POST', `/v1/tasks/${id}/reopen`, { status: 200, summary: 'Open again' });
  const whole = { status: 200, summary: 'With lead and agent' };
  await recorder.call('GET', `/v1/tasks/${id}?expand=lead,agent`, whole);
  await recorder.call('DELETE', `/v1/tasks/${id}`, { status: 204, summary: 'Deleted' });
  await tellOfCalendar(recorder);
}
