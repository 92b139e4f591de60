import { type ApiClient, readBody } from '../../api/client.js';
import type { Stage } from '../../api/enums.js';
import { toLabel } from '../../ui/format/label.js';
import type { lossReasons } from '../leads/loss-reasons.js';
import type { BulkChange } from './bulk-change.js';
import { changeByState, type Lead } from './change-by-state.js';
import { editTags } from './edit-tags.js';
import { RefusedChange } from './refusal.js';

/** Throws if the lead is won. A bulk change must not cancel sales that nobody has looked at. */
function assertNotWon({ stage }: Lead): void {
  if (stage === 'won') {
    throw new RefusedChange('This lead is won. Moving it cancels its deal, so do it on the page of the lead.');
  }
}

/** Undoes a change, unless someone has changed the field since then. */
async function takeBack<F extends 'stage' | 'assigned_agent'>(
  api: ApiClient,
  before: Lead,
  field: F,
  changed: Lead[F],
): Promise<void> {
  await changeByState(api, before.id, (now) => {
    if (now[field] !== changed) throw new RefusedChange('Someone has changed this lead since.');
    return { [field]: before[field] };
  });
}

/** Moves leads to a stage other than won and lost. */
export function createMove(api: ApiClient, stage: Stage): BulkChange {
  return {
    label: `Move to ${toLabel(stage)}`,
    describeDone: (leads) => `Moved ${leads} to ${toLabel(stage)}.`,
    change: async ({ id }) => {
      const before = await changeByState(api, id, (lead) => {
        assertNotWon(lead);
        return lead.stage === stage ? null : { stage };
      });
      if (before === null) return undefined;
      return () => takeBack(api, before, 'stage', stage);
    },
  };
}

/** Marks leads as lost. */
export function createLoss(api: ApiClient, reason: keyof typeof lossReasons): BulkChange {
  return {
    label: 'Mark as lost',
    describeDone: (leads) => `Marked ${leads} as lost.`,
    change: async ({ id }) => {
      const params = { path: { id } };
      const { data: lead } = await readBody(api.GET('/v1/leads/{id}', { params }));
      assertNotWon(lead);
      if (lead.stage === 'lost') return undefined;
      await readBody(api.POST('/v1/leads/{id}/lost', { params, body: { reason } }));
      return () => takeBack(api, lead, 'stage', 'lost');
    },
  };
}

/** Assigns leads to an agent, or to nobody. `name` is the agent's name. */
export function createAssignment(api: ApiClient, agent: string | null, name: string): BulkChange {
  return {
    label: agent === null ? 'Unassign' : `Assign to ${name}`,
    describeDone: (leads) => (agent === null ? `Unassigned ${leads}.` : `Assigned ${leads} to ${name}.`),
    change: async ({ id }) => {
      const before = await changeByState(api, id, (lead) =>
        lead.assigned_agent === agent ? null : { assigned_agent: agent },
      );
      if (before === null) return undefined;
      return () => takeBack(api, before, 'assigned_agent', agent);
    },
  };
}

/** Adds tags to leads and removes other tags. */
export function createTagging(api: ApiClient, added: readonly string[], removed: readonly string[]): BulkChange {
  return {
    label: 'Change tags',
    describeDone: (leads) => `Changed the tags of ${leads}.`,
    change: async ({ id }) => {
      const before = await changeByState(api, id, ({ tags }) => {
        const edited = editTags(tags, added, removed);
        return edited.join('\n') === tags.join('\n') ? null : { tags: edited };
      });
      if (before === null) return undefined;
      const taken = added.filter((tag) => !before.tags.includes(tag));
      const given = removed.filter((tag) => before.tags.includes(tag));
      return async () => {
        await changeByState(api, id, ({ tags }) => ({ tags: editTags(tags, given, taken) }));
      };
    },
  };
}

/** Deletes leads permanently. */
export function createDeletion(api: ApiClient): BulkChange {
  return {
    label: 'Delete leads',
    describeDone: (leads) => `Deleted ${leads}.`,
    change: async ({ id }) => {
      // Lists have no entity tags, and the person made the decision from the list.
      const params = { path: { id }, header: { 'If-Match': '*' } };
      await api.DELETE('/v1/leads/{id}', { params });
      return undefined;
    },
  };
}
