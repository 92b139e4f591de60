import { invalid } from '@plotline/kit/errors';
import { created, withVersion } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { buildIntegration, type ChatKind, type IntegrationSettings } from '../domain/integration.js';
import { getSubscriptionLimit } from '../domain/subscription-limits.js';
import { toIntegrationJson } from '../json/integration.js';
import { findIntegrationFaults } from './integration-faults.js';

interface NewIntegration extends Omit<IntegrationSettings, 'template'> {
  readonly kind: ChatKind;
  readonly url: string;
  readonly template?: string | null;
}

/** POST /v1/integrations. No answer shows the address. */
export function createIntegration(context: Context): InspectingHandler {
  const { integrations, chatUrls, subscriptionLimits, clock } = context;
  const inspect = ({ body: { kind, url, template = null, events } }: Call<Partial<NewIntegration>>) =>
    findIntegrationFaults(context, kind, url, { template: events ? template : null, events: events ?? [] });
  const handle: Handler<NewIntegration> = async (call) => {
    const { body, caller } = call;
    const details = await inspect(call);
    if (details.length > 0) throw invalid(...details);
    const id = newId('int');
    const url = chatUrls.sealUrl(body.url, id);
    const settings = { ...body, template: body.template ?? null };
    const integration = buildIntegration(body.kind, settings, { id, url, now: clock() });
    const answer = withVersion(created(toIntegrationJson(integration, undefined, 0)), integration.version);
    const limit = getSubscriptionLimit(subscriptionLimits, caller.plan);
    await integrations.subscriptions.add(call, integration, answer, limit);
    return answer;
  };
  return { handle, inspect };
}
