import type { Locator, Page } from 'playwright-core';

/** Finds the column of a stage on the board. */
export const getColumn = (page: Page, stage: string) => page.getByRole('region', { name: new RegExp(`^${stage}`) });

/** Finds the card of a lead on the board. */
export const getCard = (page: Page, lead: string) => page.getByRole('article').filter({ hasText: lead });

/** Finds the card of a lead in the column of a stage. */
export const cardIn = (page: Page, stage: string, name: string) =>
  getColumn(page, stage).getByRole('article').filter({ hasText: name });

/** Moves a card with the keyboard only. */
export async function moveByMenu(page: Page, name: string, stage: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${name} to…` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: stage, exact: true }).press('Enter');
}

async function locate(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('The drag target is not visible.');
  return box;
}

/** Drags a card with the mouse across visible columns, and drops it on the last one. */
export async function drag(card: Locator, columns: readonly Locator[], stepsEach = 5): Promise<void> {
  const { mouse } = card.page();
  const from = await locate(card);
  const places = await Promise.all(columns.map(locate));
  await mouse.move(from.x + 40, from.y + 40);
  await mouse.down();
  await mouse.move(from.x + 60, from.y + 50, { steps: 3 });
  // A collapsed column is narrow.
  for (const { x, y, width } of places) await mouse.move(x + Math.min(80, width / 2), y + 150, { steps: stepsEach });
  await mouse.up();
}
