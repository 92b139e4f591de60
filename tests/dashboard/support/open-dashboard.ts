import type { Browser, Page } from 'playwright-core';
import { withoutChanges } from '../../support/browser/without-changes.js';
import { newPerson, type TestPerson } from '../../support/person.js';
import { system } from '../../support/system.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { type Faults, watchPage } from './watched-page.js';

const desktop = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

interface OpenOptions {
  readonly role?: 'owner' | 'admin' | 'agent' | 'viewer';
  readonly mode?: 'live' | 'sandbox';
  /** Page to open, such as `pipeline` or `pipeline/lead_…`. */
  readonly path?: string;
  /** Workspace. Defaults to a new one. */
  readonly workspace?: TestWorkspace;
  /** Member of the workspace. Defaults to a signed-in person with the role. */
  readonly person?: TestPerson;
  readonly viewport?: typeof desktop;
  /** Browser locale, such as `de-DE`. */
  readonly locale?: string;
  /** Browser time zone, such as `America/Los_Angeles`. Defaults to the time zone of this process. */
  readonly timezoneId?: string;
  /**
   * Whether the page follows other people's changes. By default it doesn't. Then changes that the test makes through
   * the API don't race with its clicks, and the network becomes idle.
   */
  readonly followsChanges?: boolean;
}

/** Browser context of a signed-in person with an open dashboard page. The test must close it. */
export interface OpenDashboard {
  readonly page: Page;
  readonly workspace: TestWorkspace;
  readonly person: TestPerson;
  readonly faults: Faults;
  /** Loads another dashboard page, as a link on another site does. */
  visit(path: string): Promise<void>;
  /** Closes the page, and fails if the page had any errors. */
  close(): Promise<void>;
}

/**
 * The keys contain the workspace and the role. A session covers only workspaces that the person joined before it
 * started.
 */
const signedIn = new Map<string, Promise<TestPerson>>();

/** Resolves to a person with the role. The person signs in once for all tests in the workspace. */
function signIn(workspace: TestWorkspace, role: string): Promise<TestPerson> {
  const key = `${workspace.id} ${role}`;
  const person = signedIn.get(key) ?? newPerson(workspace, role);
  signedIn.set(key, person);
  return person;
}

/** Builds the session cookie like the authorization server. */
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

/** Opens a dashboard page for a signed-in person with the role, in a new browser context. */
export async function openDashboard(browser: Browser, options: OpenOptions = {}): Promise<OpenDashboard> {
  const {
    role = 'owner',
    mode = 'live',
    path = 'pipeline',
    viewport = desktop,
    locale = 'en-GB',
    timezoneId = Intl.DateTimeFormat().resolvedOptions().timeZone,
    followsChanges = false,
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
  if (!followsChanges) await context.addInitScript(withoutChanges);
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
