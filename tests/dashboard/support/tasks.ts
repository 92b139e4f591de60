import type { Locator, Page } from 'playwright-core';
import { newWorkspace } from '../../support/workspace.js';

export const day = 24 * 60 * 60 * 1000;
/** Returns the time that many days from now. */
export const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

/** Finds a button of a task, such as `Done`. */
export const getTaskButton = (within: Page | Locator, action: string, task: string) =>
  within.getByRole('button', { name: `${action}: ${task}`, exact: true });

/** Finds a section of the task page, such as `Overdue`. */
export const getSection = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });

/**
 * Creates a workspace with two leads. The first has an overdue task `Follow up`, and the second a task that is due much
 * later.
 */
export async function newTasks() {
  const workspace = await newWorkspace();
  const create = (name: string, days: number) => {
    const email = `${name}@example.com`;
    return workspace.api.create('/v1/leads', { name, email, phone: '+351 910 000 001', next_follow_up: inDays(days) });
  };
  return { workspace, late: await create('Late', -3), far: await create('Far', 40) };
}
