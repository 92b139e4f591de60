import type { Page } from 'playwright-core';
import { inBothSchemes } from '../../dashboard/support/both-schemes.js';
import type { OpenDashboard } from '../../dashboard/support/open-dashboard.js';
import { fillPlace, places } from '../../dashboard/support/places.js';
import { runAxe } from '../../support/browser/accessibility.js';
import { compareWithWanted } from '../wanted.js';

async function count(page: Page) {
  const { violations, passes } = await runAxe(page);
  return { violations: violations.map(({ id }) => id), passed: passes.map(({ id }) => id) };
}

/** Prints the axe rules that each page violates in dark and light mode, and the number of rules that it passes. */
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
