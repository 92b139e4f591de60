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
  /** A new one when absent. */
  readonly workspace?: TestWorkspace;
  /** Somebody of that workspace; whoever has the role there and is signed in already when absent. */
  readonly person?: TestPerson;
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

/** By workspace and role. A session is good for those workspaces alone that its person had joined before. */
const signedIn = new Map<string, Promise<TestPerson>>();

/** Resolves to somebody with that role, who signs in once for all tests of the workspace. */
function signIn(workspace: TestWorkspace, role: string): Promise<TestPerson> {
  const key = `${workspace.id} ${role}`;
  const person = signedIn.get(key) ?? newPerson(workspace, role);
  signedIn.set(key, person);
  return person;
}

/** The cookie of a session, as the authorization server sets it. */
const toCookie = ({ token: value }: TestPerson) => ({
  name: 'plotline_session',
  value,
  domain: new URL(system().urls.auth).hostname,
  path: '/',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Lax' as const,
});

/** Opens a page of the dashboard for somebody with that role, who is signed in, in a browser context of their own. */
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
  const person = options.person ?? (await signIn(workspace, role));
  const context = await browser.newContext({
    baseURL: system().urls.auth,
    viewport,
    locale,
    timezoneId,
    reducedMotion: 'reduce',
    storageState: { cookies: [toCookie(person)], origins: [] },
  });
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
