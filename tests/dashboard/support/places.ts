import type { TestWorkspace } from '../../support/workspace.js';

/** All pages. A name in braces names an API list, and stands for the id of its first record. */
export const places = [
  'pipeline',
  'pipeline/{leads}',
  'leads',
  'leads/duplicates',
  'today',
  'tasks',
  'tasks?view=week',
  'tasks?view=month',
  'properties',
  'properties/{properties}',
  'properties/{properties}?view=table',
  'people',
  'people/{agents}',
  'people/teams',
  'people/league',
  'analytics',
  'analytics/trends',
  'analytics/funnel',
  'analytics/sources',
  'analytics/agents',
  'analytics/cash',
  'deals',
  'deals/{deals}',
  'deals/invoices',
  'deals/commissions',
  'deals/plans',
  'deals/statements',
  'transfers',
  'transfers/new',
  'transfers/exports',
  'transfers/feed',
  'developers',
  'developers/webhooks',
  'developers/webhooks/{webhooks}',
  'developers/events',
  'developers/events?live=on',
  'developers/catalogue',
  'developers/apps',
  'developers/consents',
  'developers/usage',
  'developers/sandbox',
  'developers/audit',
  'integrations',
  'integrations/{integrations}',
  'integrations/connections/{connections}',
  'settings',
  'profile',
] as const;

/** Resolves to the path of a place. The workspace needs a record in the list that the place names. */
export async function fillPlace({ api }: TestWorkspace, place: string): Promise<string> {
  const [, list] = /\{(\w+)\}/.exec(place) ?? [];
  if (list === undefined) return place;
  const [first] = (await api.get(`/v1/${list}?per_page=1`)).records;
  if (!first) throw new Error(`There is no record in /v1/${list}.`);
  return place.replace(`{${list}}`, first.id);
}
