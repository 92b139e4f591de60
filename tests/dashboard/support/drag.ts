import type { Locator, Page } from 'playwright-core';

/** The column of a stage on the board. */
export const getColumn = (page: Page, stage: string) => page.getByRole('region', { name: new RegExp(`^${stage}`) });

/** The card of a lead on the board. */
export const getCard = (page: Page, lead: string) => page.getByRole('article').filter({ hasText: lead });

/** The card of a lead in the column of a stage. */
export const cardIn = (page: Page, stage: string, name: string) =>
  getColumn(page, stage).getByRole('article').filter({ hasText: name });

/** By the keyboard, as who does not use a mouse. */
export async function moveByMenu(page: Page, name: string, stage: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${name} to…` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: stage, exact: true }).press('Enter');
}

async function locate(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('What the mouse is to go to cannot be seen.');
  return box;
}

/** Drags a card by the mouse over the columns, which must be in sight, and drops it on the last. */
export async function drag(card: Locator, columns: readonly Locator[], stepsEach = 5): Promise<void> {
  const { mouse } = card.page();
  const from = await locate(card);
  const places = await Promise.all(columns.map(locate));
  await mouse.move(from.x + 40, from.y + 40);
  await mouse.down();
  await mouse.move(from.x + 60, from.y + 50, { steps: 3 });
  for (const { x, y } of places) await mouse.move(x + 80, y + 150, { steps: stepsEach });
  await mouse.up();
}
