import type { Browser, Page } from 'playwright-core';
import { newPerson, type TestPerson } from '../../support/person.js';
import { system } from '../../support/system.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { type Faults, watchPage } from './watched-page.js';

const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

interface OpenOptions {
  readonly role?: 'owner' | 'admin' | 'agent' | 'viewer';
  readonly mode?: 'live' | 'sandbox';
  /** The page, such as `pipeline` or `pipeline/lead_…`. */
  readonly path?: string;
  /** Of an earlier call: somebody else of the same workspace. A new one when absent. */
  readonly workspace?: TestWorkspace;
  readonly viewport?: typeof desktop;
  /** Of the browser, as `de-DE`. */
  readonly locale?: string;
  /** Of the browser, as `America/Los_Angeles`; that of this process when absent. */
  readonly timezoneId?: string;
}

/** Somebody who is signed in and has a page of the dashboard open. To be closed by its end. */
export interface OpenDashboard {
  readonly page: Page;
  readonly workspace: TestWorkspace;
  readonly person: TestPerson;
  readonly faults: Faults;
  /** Opens another page of the dashboard as a link from elsewhere would. */
  visit(path: string): Promise<void>;
  /** Fails when the page did what none may do, and closes it. */
  close(): Promise<void>;
}

/** Signs a new person of that role in, in a browser context of their own, and opens a page of the dashboard. */
export async function openDashboard(browser: Browser, options: OpenOptions = {}): Promise<OpenDashboard> {
  const {
    role = 'owner',
    mode = 'live',
    path = 'pipeline',
    viewport = desktop,
    locale = 'en-GB',
    timezoneId = Intl.DateTimeFormat().resolvedOptions().timeZone,
  } = options;
  const workspace = options.workspace ?? (await newWorkspace());
  const person = await newPerson(workspace, role);
  const base = system().urls.auth;
  const context = await browser.newContext({ baseURL: base, viewport, locale, timezoneId, reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'plotline_session', value: person.token, url: base }]);
  const page = await context.newPage();
  const faults = watchPage(page);
  const visit = async (next: string) => {
    await page.goto(`/dashboard/${workspace.id}/${mode}/${next}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const close = async () => {
    await context.close();
    faults.assertNone();
  };
  await visit(path);
  return { page, workspace, person, faults, visit, close };
}
