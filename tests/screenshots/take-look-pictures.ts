import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openLoaded } from './open-loaded.js';
import { saveWebp } from './save-webp.js';

const folder = join(import.meta.dirname, '../../services/dashboard/design/pictures');
const desktop = { width: 1200, height: 720 };
const phone = { width: 390, height: 780 };

interface Places {
  readonly browser: Browser;
  /** Path of the workspace, such as `/dashboard/ws_1/live`. */
  readonly base: string;
  readonly leadId: string;
}

/** Takes the pictures for services/dashboard/design/look.md. Leaves the page at the size of a phone. */
export async function takeLookPictures(page: Page, { browser, base, leadId }: Places): Promise<void> {
  await mkdir(folder, { recursive: true });
  const open = (place: string) => openLoaded(page, `${base}/${place}`);
  const save = async (name: string, pictures: readonly Buffer[]) => {
    await saveWebp(browser, join(folder, `${name}.webp`), pictures);
    process.stdout.write(`${name}.webp\n`);
  };
  await page.setViewportSize(desktop);
  const places = { board: 'pipeline', lead: `pipeline/${leadId}`, report: 'analytics/funnel' };
  for (const [name, place] of Object.entries(places)) {
    await open(place);
    await save(name, [await page.screenshot()]);
  }
  await open('properties');
  await page.getByRole('button', { name: 'New property' }).click();
  await page.getByRole('dialog').getByLabel('Name').waitFor();
  await save('form', [await page.screenshot()]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(places.lead);
  await save('lead-dark', [await page.screenshot()]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(phone);
  await open('pipeline');
  const board = await page.screenshot();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
  const filters = await page.screenshot();
  await open('tasks');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await save('phone', [board, await page.screenshot(), filters]);
}
