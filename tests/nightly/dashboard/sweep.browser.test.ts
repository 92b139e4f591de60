import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { assertAccessibleInBothSchemes } from '../../dashboard/support/both-schemes.js';
import { type OpenDashboard, openDashboard, phone } from '../../dashboard/support/open-dashboard.js';
import { fillPlace, places } from '../../dashboard/support/places.js';
import { sell } from '../../dashboard/support/sale.js';
import { connectStripe } from '../../dashboard/support/stripe-connection.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { newPerson } from '../../support/person.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

const url = 'https://example.com/hooks';

/** Creates a workspace with a record in each list that a page shows. */
async function fillWorkspace(): Promise<TestWorkspace> {
  const workspace = await newWorkspace();
  const { api } = workspace;
  await newPerson(workspace, 'agent');
  await sell(workspace);
  const followUp = { next_follow_up: '2027-03-01T09:00:00.000Z', tags: ['vip'] };
  await api.create('/v1/leads', { name: 'Ada Lopez', email: 'ada@example.com', ...followUp });
  await api.create('/v1/teams', { name: 'Waterfront' });
  await api.post('/v1/webhooks', { url, events: ['unit.deleted'] });
  await api.post('/v1/integrations', { kind: 'google_chat', name: 'Sales', url, events: ['unit.deleted'] });
  await connectStripe(workspace);
  const columns = { date: 'Date', amount: 'Amount', text: 'Text' };
  const statement = { csv: 'Date,Amount,Text\n2026-03-02,25000,INV-000001\n', currency: 'USD', columns };
  await api.post('/v1/statement-lines', statement);
  return workspace;
}

/** Pages that exist in an empty workspace too. */
const emptyPlaces = places.filter((place) => !place.includes('{'));

const forms = [
  { form: 'on a desktop', fill: fillWorkspace, shown: places, viewport: undefined },
  { form: 'on a phone', fill: fillWorkspace, shown: places, viewport: phone },
  { form: 'on a phone without any records', fill: newWorkspace, shown: emptyPlaces, viewport: phone },
];

async function assertFitsWidth(page: Page): Promise<void> {
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(beyond, 'pixels beyond the window').to.be.at.most(0);
}

describe('every page of the dashboard', () => {
  const browser = useBrowser();

  for (const { form, fill, shown, viewport } of forms) {
    describe(form, () => {
      let dashboard: OpenDashboard;
      before(async () => {
        dashboard = await openDashboard(browser(), { workspace: await fill(), ...(viewport && { viewport }) });
        // The workspace has no feed yet.
        dashboard.faults.expectError(/404 .*\/v1\/feed/);
      });

      for (const place of shown) {
        it(`fits the window and passes axe in the dark and light colour schemes: ${place}`, async () => {
          const { page, workspace, visit } = dashboard;
          await visit(await fillPlace(workspace, place));
          await page.waitForLoadState('networkidle');
          await assertFitsWidth(page);
          await assertAccessibleInBothSchemes(page);
        });
      }

      it('sends no request to other hosts and logs no console errors', () => dashboard.close());
    });
  }
});
