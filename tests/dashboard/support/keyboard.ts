import type { Locator, Page } from 'playwright-core';

export const awaitFocus = (element: Locator) => element.and(element.page().locator(':focus')).waitFor();
export const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

/** Presses a button with the keyboard, so that the button has the focus. */
export async function press(page: Page, name: string): Promise<void> {
  await getButton(page, name).press('Enter');
}

/** Chooses a menu item that opens a dialog, and waits until the dialog's first field or button has the focus. */
export async function chooseFrom(page: Page, menu: string, item: string, first: Locator): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: item }).press('Enter');
  await awaitFocus(first);
}

export async function closeByEscape(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
