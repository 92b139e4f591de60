import { invalid } from '@plotline/kit/errors';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { diff } from '@plotline/kit/journal/diff';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import { editIntegration, type Integration, type IntegrationSettings } from '../domain/integration.js';
import { toIntegrationJson, toIntegrationSettingsJson } from '../json/integration.js';
import { changeSubscription } from './change-subscription.js';
import { findIntegrationFaults } from './integration-faults.js';
import { findSubscription } from './read-subscriptions.js';

interface IntegrationPatch extends Partial<IntegrationSettings> {
  readonly url?: string;
}

/** The settings after a patch. */
function applyPatch({ name, events, template, active }: Integration, patch: IntegrationPatch): IntegrationSettings {
  return merge({ name, events, template, active }, patch);
}

/** PUT /v1/integrations/:id */
export function updateIntegration(context: Context): InspectingHandler {
  const { integrations, chatUrls } = context;
  const inspect = async ({ caller, path, body }: Call<IntegrationPatch>) => {
    const before = await findSubscription(integrations, caller, path('id'));
    return findIntegrationFaults(context, before.kind, body.url, applyPatch(before, body));
  };
  const handle: Handler<IntegrationPatch> = async (call) => {
    const details = await inspect(call);
    if (details.length > 0) throw invalid(...details);
    const { body } = call;
    /** The address that it has stays as it is: the same text sealed anew would look like another one. */
    const chooseUrl = ({ id, url }: Integration) => {
      if (body.url === undefined || chatUrls.open(url.sealed, id) === body.url) return url;
      return chatUrls.sealUrl(body.url, id);
    };
    const hasMoved = (before: Integration, after: Integration) => before.url.sealed !== after.url.sealed;
    const edit = (before: Integration, now: Date) => {
      const edited = editIntegration(before, applyPatch(before, body), chooseUrl(before), now);
      const changes = diff(toIntegrationSettingsJson(before), toIntegrationSettingsJson(edited));
      return Object.keys(changes).length > 0 || hasMoved(before, edited) ? edited : before;
    };
    return changeSubscription(integrations, call, { edit, hasMoved, toJson: toIntegrationJson });
  };
  return { handle, inspect };
}
