import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import { createSystemCaller } from '@plotline/kit/core/caller';
import { modes } from '@plotline/kit/store/connection/connect';
import { noAnswer } from '@plotline/kit/store/records/change-record';
import type { Context } from '../../context.js';
import type { Integration } from '../model/integration.js';
import { followTimeZone } from '../model/mail-digest.js';

const label = { type: 'field_update', description: "The digest follows the workspace's new time zone." };

/**
 * Consumes `workspace.updated`: changes the time zone of digests that use the time zone of the workspace. Changes
 * digests in both modes, because a workspace has the same settings in both.
 */
export function createTimeZoneConsumer({
  integrations,
  digestSchedules,
}: Pick<Context, 'integrations' | 'digestSchedules'>): Consumer {
  return {
    queue: 'webhook.time-zones',
    bindings: ['workspace.updated'],
    prefetch: 4,
    handle: async ({ payload, requestId, traceparent }) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(payload);
      const timeZone = readText(data, 'time_zone');
      const decide = (before: Integration, now: Date): Integration =>
        before.kind === 'mail_digest' ? followTimeZone(before, timeZone, now) : before;
      for (const mode of modes) {
        const caller = createSystemCaller({ workspaceId, mode }, 'time zone', requestId, { traceparent });
        for (const id of await digestSchedules.listIds(caller)) {
          // The integration may already be deleted while its schedule still exists.
          if (!(await integrations.subscriptions.get(caller, id))) continue;
          await integrations.subscriptions.change({ caller }, id, label, { decide, toAnswer: noAnswer });
        }
      }
    },
  };
}
