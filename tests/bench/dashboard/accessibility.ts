import type { Page } from 'playwright-core';
import { inBothSchemes } from '../../dashboard/support/both-schemes.js';
import type { OpenDashboard } from '../../dashboard/support/open-dashboard.js';
import { runAxe } from '../../support/browser/accessibility.js';
import type { TestWorkspace } from '../../support/workspace.js';
import { compareWithWanted } from '../wanted.js';

/** Every page; a name in braces is that of a list of the API whose first record it is of. */
const places = [
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
  'settings',
  'profile',
];

async function fillPlace({ api }: TestWorkspace, place: string): Promise<string> {
  const [, list] = /\{(\w+)\}/.exec(place) ?? [];
  if (list === undefined) return place;
  const [first] = (await api.get(`/v1/${list}?per_page=1`)).records;
  if (!first) throw new Error(`There is no record in /v1/${list}.`);
  return place.replace(`{${list}}`, first.id);
}

async function count(page: Page) {
  const { violations, passes } = await runAxe(page);
  return { violations: violations.map(({ id }) => id), passed: passes.map(({ id }) => id) };
}

/** Prints for each page which rules of axe it violates in the dark and in the light, and how many it passes. */
export async function measureAccessibility({ page, workspace, visit }: OpenDashboard): Promise<void> {
  let violated = 0;
  for (const place of places) {
    await visit(await fillPlace(workspace, place));
    await page.waitForLoadState('networkidle');
    const seen = await inBothSchemes(page, count);
    const violations = [...new Set(seen.flatMap((one) => one.violations))];
    const passed = new Set(seen.flatMap((one) => one.passed));
    violated += violations.length;
    console.log(`  ${place.padEnd(36)} ${violations.length} violated, ${passed.size} passed ${violations.join(', ')}`);
  }
  console.log(
    `axe: ${violated} rules violated on ${places.length} pages, ${compareWithWanted(violated, { atMost: 0 })}`,
  );
}
