import type { TestWorkspace } from '../../support/workspace.js';

/** Every page; a name in braces is that of a list of the API whose first record it is of. */
export const places = [
  'pipeline',
  'pipeline/{leads}',
  'tasks',
  'properties',
  'properties/{properties}',
  'properties/{properties}?view=table',
  'people',
  'people/{agents}',
  'people/teams',
  'people/league',
  'analytics',
  'analytics/funnel',
  'analytics/sources',
  'analytics/agents',
  'deals',
  'deals/{deals}',
  'deals/invoices',
  'deals/commissions',
  'transfers',
  'transfers/new',
  'transfers/exports',
  'transfers/feed',
  'developers',
  'developers/webhooks',
  'developers/webhooks/{webhooks}',
  'developers/events',
  'developers/catalogue',
  'developers/apps',
  'developers/consents',
  'developers/usage',
  'developers/sandbox',
  'developers/audit',
  'integrations',
  'integrations/{integrations}',
  'settings',
  'profile',
] as const;

/** The path of a place in a workspace that has a record of each list. */
export async function fillPlace({ api }: TestWorkspace, place: string): Promise<string> {
  const [, list] = /\{(\w+)\}/.exec(place) ?? [];
  if (list === undefined) return place;
  const [first] = (await api.get(`/v1/${list}?per_page=1`)).records;
  if (!first) throw new Error(`There is no record in /v1/${list}.`);
  return place.replace(`{${list}}`, first.id);
}
