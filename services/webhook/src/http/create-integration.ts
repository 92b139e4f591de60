import { invalid, type ProblemDetail } from '@plotline/kit/errors';
import { created, withVersion } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import { defaultSchedule } from '../domain/digest-schedule.js';
import { buildIntegration, type IntegrationKind, type IntegrationSettings, isChat } from '../domain/integration.js';
import { getSubscriptionLimit } from '../domain/subscription-limits.js';
import { toIntegrationJson } from '../json/integration.js';
import { findIntegrationFaults, type IntegrationBody } from './integration-faults.js';

interface NewIntegration extends IntegrationBody {
  readonly kind: IntegrationKind;
}

const defaults: IntegrationSettings = {
  name: '',
  events: [],
  active: true,
  template: null,
  recipients: [],
  schedule: defaultSchedule,
};

const missingUrl: ProblemDetail = { field: 'url', message: 'is required, as messages are posted to it' };

/** POST /v1/integrations. No answer shows the address. */
export function createIntegration(context: Context): InspectingHandler {
  const { integrations, chatUrls, subscriptionLimits, clock } = context;
  const inspect = async ({ body }: Call<Partial<NewIntegration>>) => {
    const { kind, url } = body;
    if (kind === undefined) return [];
    const faults = await findIntegrationFaults(context, kind, body, merge(defaults, body));
    return isChat(kind) && url === undefined ? [missingUrl, ...faults] : faults;
  };
  const handle: Handler<NewIntegration> = async (call) => {
    const { body, caller } = call;
    const details = await inspect(call);
    if (details.length > 0) throw invalid(...details);
    const id = newId('int');
    const url = body.url === undefined ? null : chatUrls.sealUrl(body.url, id);
    const integration = buildIntegration(body.kind, merge(defaults, body), { id, url, now: clock() });
    const answer = withVersion(created(toIntegrationJson(integration, undefined, 0)), integration.version);
    const limit = getSubscriptionLimit(subscriptionLimits, caller.plan);
    await integrations.subscriptions.add(call, integration, answer, limit);
    return answer;
  };
  return { handle, inspect };
}
