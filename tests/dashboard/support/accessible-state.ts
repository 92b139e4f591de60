import type { Page } from 'playwright-core';
import { assertAccessibleInBothSchemes } from './both-schemes.js';

/** The default tier leaves axe to the night, when the same journeys run: it takes a second or two each time. */
const isLeftToNight = process.env['PLOTLINE_TEST_TIER'] === 'default';

/** Holds a state that only a journey reaches, such as an open dialog, against axe in both colour schemes. */
export async function assertStateAccessible(page: Page): Promise<void> {
  if (!isLeftToNight) await assertAccessibleInBothSchemes(page);
}
