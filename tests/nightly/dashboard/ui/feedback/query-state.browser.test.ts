import { expect } from 'chai';
import { assertAccessibleInBothSchemes } from '../../../../dashboard/support/both-schemes.js';
import { openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { createUnits } from '../../../../support/listings-and-leads.js';
import { newWorkspace } from '../../../../support/workspace.js';

describe('the page of a missing record', () => {
  const browser = useBrowser();

  it("says that the record wasn't found, and offers no retry", async () => {
    const workspace = await newWorkspace();
    const { propertyId } = await createUnits(workspace.api, 1);
    const { page, visit, faults, close } = await openDashboard(browser(), { workspace });
    faults.expectError(/404/);
    const paths = [
      'deals/deal_unknown',
      'properties/prop_unknown',
      `properties/${propertyId}?unit=unit_unknown`,
      'people/agent_unknown',
      'developers/webhooks/wh_unknown',
      'integrations/int_unknown',
    ];
    for (const path of paths) {
      await visit(path);
      await page.getByText('It was deleted, or it belongs to another workspace or to the other mode.').waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count(), path).to.equal(0);
    }
    await assertAccessibleInBothSchemes(page);
    await close();
  });
});
