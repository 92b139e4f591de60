import type { Page } from 'playwright-core';
import { assertAccessibleInBothSchemes } from './both-schemes.js';

/**
 * The default tier skips axe, which takes a second or two per check. The nightly tier runs the same journeys with axe.
 */
const isDefaultTier = process.env['PLOTLINE_TEST_TIER'] === 'default';

/** Checks a state that only a journey reaches, such as an open dialog, with axe in both colour schemes. */
export async function assertStateAccessible(page: Page): Promise<void> {
  if (!isDefaultTier) await assertAccessibleInBothSchemes(page);
}
