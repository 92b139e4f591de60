import { created, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { getSubscriptionLimit } from '../../subscriptions/model/subscription-limits.js';
import { type ScheduleRequest, toSchedule } from '../model/digest-schedule.js';
import { buildChatIntegration, type ChatSettings, type Integration } from '../model/integration.js';
import { buildMailDigest, type DigestSettings } from '../model/mail-digest.js';
import { findDigestFaults } from './digest-faults.js';
import { findChatFaults, findForeignFields, findMissingFields } from './integration-faults.js';
import { toIntegrationJson } from './integration-json.js';

interface NewIntegration extends Pick<ChatSettings, 'name' | 'events' | 'active'> {
  readonly kind: Integration['kind'];
  readonly url?: string;
  readonly template?: string | null;
  readonly recipients?: DigestSettings['recipients'] | null;
  readonly schedule?: ScheduleRequest | null;
}

/** Builds an integration from a body without errors. */
function build(
  context: Context,
  { kind, url, template, recipients, schedule, ...common }: NewIntegration,
  { timeZone }: Caller,
): Integration {
  const id = newId('int');
  const now = context.clock();
  if (kind === 'mail_digest') {
    if (!recipients || !schedule) throw new Error('The digest was not checked.');
    return buildMailDigest({ ...common, recipients, schedule: toSchedule(schedule, timeZone) }, id, now);
  }
  if (url === undefined) throw new Error('The address was not checked.');
  const sealed = context.chatUrls.sealUrl(url, id);
  return buildChatIntegration(kind, { ...common, template: template ?? null }, { id, url: sealed, now });
}

/** POST /v1/integrations. No response contains the address of a chat. */
export function createIntegration(context: Context): InspectingHandler {
  const { integrations, subscriptionLimits } = context;
  const inspect = async ({ caller, body }: Call<Partial<NewIntegration>>) => {
    const { kind, url, template = null, events } = body;
    const given = { template: events ? template : null, events: events ?? [] };
    return [
      ...(kind === undefined ? [] : [...findMissingFields(kind, body), ...findForeignFields(kind, body)]),
      ...(kind === 'mail_digest' ? [] : await findChatFaults(context, kind, url, given)),
      ...(await findDigestFaults(context, caller, body)),
    ];
  };
  const handle: Handler<NewIntegration> = async (call) => {
    const details = await inspect(call);
    if (details.length > 0) throw invalid(...details);
    const integration = build(context, call.body, call.caller);
    const answer = withVersion(created(toIntegrationJson(integration, undefined, 0)), integration.version);
    const limit = getSubscriptionLimit(subscriptionLimits, call.caller.plan);
    await integrations.subscriptions.add(call, integration, answer, limit);
    return answer;
  };
  return { handle, inspect };
}
