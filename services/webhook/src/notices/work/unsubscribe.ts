import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readOptionalText, readText } from '@plotline/kit/broker/message';
import type { Context } from '../../context.js';
import { withoutMails } from '../model/notice-kind.js';
import { changeChoices } from '../model/person-preferences.js';

/**
 * Consumes `notification.unsubscribed`, which auth publishes when a person uses the link in an email. From then on, the
 * person gets notices without emails. Keeps choices that the person made after that.
 */
export function followUnsubscriptions({
  noticePreferences,
  clock,
}: Pick<Context, 'noticePreferences' | 'clock'>): Consumer {
  return {
    queue: 'webhook.unsubscriptions',
    bindings: ['notification.unsubscribed'],
    prefetch: 4,
    handle: async ({ payload, mode }) => {
      const { timestamp, data } = parseEnvelope(payload);
      // The workspace comes from the data, because the event is about a person, and people belong to no workspace.
      const workspaceId = readText(data, 'workspace_id');
      const person = { personId: readText(data, 'person_id'), agentId: readOptionalText(data, 'agent_id') };
      const now = clock();
      await noticePreferences.change({ workspaceId, mode }, person, now, (before) => {
        const isStored = before.version > 1;
        if (isStored && before.updated_at > timestamp) return before;
        return changeChoices(before, withoutMails(before.choices), timestamp);
      });
    },
  };
}
