import { expect } from 'chai';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { createLeads, createUnits } from '../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../support/workspace.js';
import { openDashboard } from '../../support/open-dashboard.js';

describe('usage page', () => {
  const browser = useBrowser();

  it('shows how much of each quota is used, and leaves out the quotas of records in the sandbox', async () => {
    const workspace = await newWorkspace({ plan: 'starter' });
    await createLeads(workspace.api, 2);
    await createUnits(workspace.api, 1);
    const path = 'developers/usage';
    const live = await openDashboard(browser(), { workspace, path });
    const quotas = live.page.getByRole('region', { name: 'Quotas' });
    for (const line of ['Leads: 2 of 250,000', 'Units: 1 of 50,000', 'Files: 0 MiB of 2,048 MiB']) {
      await quotas.getByText(line, { exact: true }).waitFor();
    }
    await quotas.getByText('Imports today: 0 of 200', { exact: true }).waitFor();
    await quotas
      .getByText(/^Resets /)
      .first()
      .waitFor();
    const bars = ['Leads', 'Properties', 'Units', 'Files', 'Imports today', 'Exports today'];
    expect(await quotas.getByRole('progressbar').count()).to.equal(bars.length);
    for (const name of bars) {
      const bar = quotas.getByRole('progressbar', { name: `${name}, used` });
      expect(await bar.getAttribute('aria-valuetext')).to.equal('0%');
    }
    await live.close();
    const sandbox = await openDashboard(browser(), { workspace, path, mode: 'sandbox' });
    const ofSandbox = sandbox.page.getByRole('region', { name: 'Quotas' });
    await ofSandbox.getByText('Files: 0 MiB of 2,048 MiB', { exact: true }).waitFor();
    expect(await ofSandbox.getByRole('progressbar').count()).to.equal(3);
    await sandbox.close();
  });
});
