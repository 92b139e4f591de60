import type { Migration } from '@plotline/kit/service/migrate';
import { WritableRecords } from '@plotline/kit/store/records/collection';
import { createModel } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import { adoptFollowUp } from '../leads/model/follow-up.js';
import type { Lead } from '../leads/model/lead.js';
import { leadSchema } from '../leads/store/lead-collection.js';
import { createFollowUpTask } from '../tasks/model/follow-up-task.js';
import type { Task } from '../tasks/model/task.js';
import { deriveTask, taskSchema } from '../tasks/store/task-collection.js';

/** Number of leads that are read and written in one batch. */
const maxBatch = 500;

/**
 * Stores the task of each lead's `next_follow_up`. The version of a lead doesn't change, because no public field does.
 * Writes the lead before its task. The id of the task is derived from the lead, so that another run stores the missing
 * tasks after an interruption. If the previous release writes a lead later, the lead gets its task with its next
 * change, or from the rebuild.
 */
export const up: Migration = async ({ database, mode, log }) => {
  // The migration job has already declared models with the names of the collections.
  const open = (name: string, schema: Parameters<typeof createModel>[2]) =>
    createModel(database, `${name}_of_follow_ups`, schema, name);
  const hints = new Map<string, string>();
  const leads = new WritableRecords<Owned<Lead>>({ model: open('leads', leadSchema), derive: undefined, hints }, {});
  const taskStorage = { model: open('tasks', taskSchema), derive: deriveTask, hints };
  const tasks = new WritableRecords<Owned<Task>>(taskStorage, {});
  let [after, stored] = ['', 0];
  for (;;) {
    const filter = { _id: { $gt: after }, next_follow_up: { $type: 'date' } };
    const batch = await leads.find(filter, { sort: { _id: 1 }, limit: maxBatch });
    const last = batch.at(-1);
    if (!last) break;
    const adopted = batch.map((lead) => adoptFollowUp(lead));
    const changed = adopted.filter((lead, place) => lead !== batch[place]);
    const updates = changed.map(({ id, version, follow_up_task, follow_up_at }) => ({
      filter: { _id: id, version },
      update: { $set: { follow_up_task, follow_up_at } },
    }));
    // Leads that changed meanwhile are read again.
    if ((await leads.updateEach(updates)) < updates.length) continue;
    const missing = adopted.flatMap((lead) => {
      const task = createFollowUpTask(lead);
      return task ? [{ ...task, workspace_id: lead.workspace_id }] : [];
    });
    await tasks.insertMissing(missing);
    after = last.id;
    stored += changed.length;
  }
  log.info({ mode, collection: 'tasks', stored }, 'follow-up tasks stored');
};
