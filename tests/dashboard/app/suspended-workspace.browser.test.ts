import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useBrowser } from '../../support/browser/use-browser.js';
import { eventually } from '../../support/eventually.js';
import { newPerson } from '../../support/person.js';
import { runCommand } from '../../support/run-command.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { assertStateAccessible } from '../support/accessible-state.js';
import { openDashboard } from '../support/open-dashboard.js';

/** Runs the operator's command on the workspace, and waits until requests of the signed-in person get the status. */
async function administer(page: Page, { id }: TestWorkspace, args: readonly string[], status: number): Promise<void> {
  const [action = '', ...options] = args;
  const { code, errors } = await runCommand('auth', 'workspaces', [action, id, ...options]);
  expect([code, errors]).to.deep.equal([0, '']);
  await eventually(async () => {
    const reply = await page.request.get('/live/v1/leads', { headers: { 'x-workspace-id': id } });
    expect(reply.status()).to.equal(status);
  });
}

describe('a suspended workspace', () => {
  const browser = useBrowser();

  it('shows one notice instead of its pages, until it is resumed', async () => {
    const [workspace, other] = [await newWorkspace(), await newWorkspace()];
    const person = await newPerson(workspace, 'owner', [other]);
    const { page, visit, faults, close } = await openDashboard(browser(), { workspace, person, path: 'leads' });
    faults.expectError(/403/);
    await administer(page, workspace, ['suspend', '--reason', 'payment'], 403);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Properties' }).click();
    const notice = page.getByRole('heading', { name: /is suspended$/, level: 1 });
    await notice.waitFor();
    await page.getByText('A payment is overdue.').waitFor();
    await page.getByText('Contact the provider of your Plotline account to have it resumed.').waitFor();
    expect(await pages.count()).to.equal(0);
    await assertStateAccessible(page);
    await visit('developers/usage');
    await notice.waitFor();
    expect(await page.getByRole('link', { name: 'Sign out' }).getAttribute('href')).to.equal('/auth/sign-out');
    await page.getByLabel('Workspace').selectOption(other.id);
    await pages.waitFor();
    expect(new URL(page.url()).pathname).to.include(`/${other.id}/`);
    await visit('leads');
    await administer(page, workspace, ['resume'], 200);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    await close();
  });
});
