import { invalid } from '@plotline/kit/core/errors';
import { merge } from '@plotline/kit/core/json-object';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { diff } from '@plotline/kit/store/journal/entry';
import type { Context } from '../../context.js';
import { updateSubscription } from '../../subscriptions/api/update-subscription.js';
import { type ScheduleRequest, toSchedule } from '../model/digest-schedule.js';
import {
  type ChatIntegration,
  type ChatSettings,
  editChatIntegration,
  type Integration,
} from '../model/integration.js';
import { type DigestSettings, editMailDigest, type MailDigest } from '../model/mail-digest.js';
import { findDigestFaults } from './digest-faults.js';
import { findChatFaults, findForeignFields } from './integration-faults.js';
import { toIntegrationJson, toIntegrationSettingsJson } from './integration-json.js';

interface IntegrationPatch extends Partial<ChatSettings> {
  readonly url?: string;
  readonly recipients?: DigestSettings['recipients'] | null;
  readonly schedule?: ScheduleRequest | null;
}

/** Returns the settings of a chat after a patch. */
function patchChat({ name, events, template, active }: ChatIntegration, patch: IntegrationPatch): ChatSettings {
  return merge({ name, events, template, active }, patch);
}

/**
 * Returns the settings of a digest after a patch. A patch replaces the schedule as a whole, because its fields depend
 * on each other.
 */
function patchDigest(before: MailDigest, patch: IntegrationPatch, timeZone: string): DigestSettings {
  const { name = before.name, events = before.events, active = before.active, recipients, schedule } = patch;
  return {
    name,
    events,
    active,
    recipients: recipients ?? before.recipients,
    schedule: schedule ? toSchedule(schedule, timeZone) : before.schedule,
  };
}

function hasMoved(before: Integration, after: Integration): boolean {
  if (before.kind === 'mail_digest' || after.kind === 'mail_digest') return false;
  return before.url.sealed !== after.url.sealed;
}

/** PUT /v1/integrations/:id */
export function updateIntegration(context: Context): InspectingHandler {
  const { integrations, chatUrls } = context;
  const inspect = async ({ caller, path, body }: Call<IntegrationPatch>) => {
    const before = await integrations.subscriptions.getExisting(caller, path('id'));
    const known = before.kind === 'mail_digest' ? before.recipients : [];
    return [
      ...findForeignFields(before.kind, body),
      ...(before.kind === 'mail_digest'
        ? []
        : await findChatFaults(context, before.kind, body.url, patchChat(before, body))),
      ...(await findDigestFaults(context, caller, body, known)),
    ];
  };
  const handle: Handler<IntegrationPatch> = async (call) => {
    const details = await inspect(call);
    if (details.length > 0) throw invalid(...details);
    const { body, caller } = call;
    /** Keeps the stored address, because encrypting the same address again would look like a change. */
    const chooseUrl = ({ id, url }: ChatIntegration) => {
      if (body.url === undefined || chatUrls.open(url.sealed, id) === body.url) return url;
      return chatUrls.sealUrl(body.url, id);
    };
    const applyPatch = (before: Integration, now: Date): Integration =>
      before.kind === 'mail_digest'
        ? editMailDigest(before, patchDigest(before, body, caller.timeZone), now)
        : editChatIntegration(before, patchChat(before, body), chooseUrl(before), now);
    const edit = (before: Integration, now: Date) => {
      const edited = applyPatch(before, now);
      const changes = diff(toIntegrationSettingsJson(before), toIntegrationSettingsJson(edited));
      return Object.keys(changes).length > 0 || hasMoved(before, edited) ? edited : before;
    };
    return updateSubscription(integrations, call, { edit, hasMoved, toJson: toIntegrationJson });
  };
  return { handle, inspect };
}
