import { randomUUID } from 'node:crypto';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { rememberSecret } from '../../../support/secrets/given-secrets.js';
import { newWorkspace } from '../../../support/workspace.js';
import { assertStateAccessible } from '../../support/accessible-state.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('emails to a lead', () => {
  const browser = useBrowser();

  it('are written by keyboard, refused while there is no connection, and shown in the timeline', async () => {
    const workspace = await newWorkspace();
    const lead = await workspace.api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
    const { page, faults, close } = await openDashboard(browser(), { workspace, path: `pipeline/${lead.id}` });
    faults.expectError(/409/);
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Send an email' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Email to Noor Haddad' });
    const send = dialog.getByRole('button', { name: 'Send email' });
    await send.press('Enter');
    await dialog.getByText('Enter a subject.').waitFor();
    await dialog.getByLabel('Subject').fill('Floor plans');
    await dialog.getByLabel('Message').fill('Here they are.');
    await send.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await assertStateAccessible(page);
    const password = `hook-${randomUUID()}`;
    rememberSecret(password, 'password of a hook');
    await workspace.api.create('/v1/connections', {
      provider: 'postmark',
      settings: { from_address: 'sales@harbour.example' },
      credentials: { server_token: randomUUID(), hook_password: password },
    });
    await send.press('Enter');
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Floor plans').first().waitFor();
    await timeline.getByText('Here they are.').waitFor();
    await close();
  });
});
