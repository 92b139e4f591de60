import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { ApiClient } from '../support/api-client.js';
import { useBrowser } from '../support/browser/use-browser.js';
import { eventually } from '../support/eventually.js';
import { readLink } from '../support/mail-folder.js';
import { type Received, startReceiver } from '../support/receiver.js';
import { rememberSecret } from '../support/secrets/given-secrets.js';
import { system } from '../support/system.js';
import { useFixture } from '../support/use-fixture.js';
import { drag, getCard, getColumn } from './support/drag.js';
import { type Faults, watchPage } from './support/watched-page.js';

const run = randomUUID().slice(0, 8);
const owner = { name: 'Ines Duarte', email: `ines-${run}@quay.example`, password: 'three otters and a kite' };
const agent = { name: 'Tom Okafor', email: `tom-${run}@quay.example`, password: 'seven lamps in the fog' };
const workspaceName = `Quay Homes ${run}`;
const leads = `Name,Mail address,Mobile,Spends up to,Currency
Noor Haddad,noor@example.com,+351 910 000 001,260000,USD
Jonas Weber,jonas@example.com,+351 910 000 002,310000,USD
Maya Silva,maya@example.com,+351 910 000 003,195000,USD
`;
const subscribed = ['lead.won', 'unit.sold', 'invoice.paid'];

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    // The label of a required field has a mark, which isn't part of the field's name.
    await page
      .getByLabel(name, { exact: true })
      .or(page.getByRole('textbox', { name, exact: true }))
      .fill(value);
  }
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();

async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Drops a file from the desktop on the upload field. */
async function dropFile(page: Page, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], 'leads.csv', { type: 'text/csv' }));
    return transfer;
  })()`);
  await page.getByText('Drop a file here').dispatchEvent('drop', { dataTransfer });
}

/** Verifies the signature with a public library, like a customer's receiver. */
function isGenuine({ body, headers }: Received, secret: string): boolean {
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]);
  try {
    new Webhook(secret).verify(body, Object.fromEntries(signed));
    return true;
  } catch {
    return false;
  }
}

describe('a first day in the dashboard', function () {
  // Each step builds on the previous one.
  this.bail(true);
  const browser = useBrowser();
  const receiver = useFixture(startReceiver);
  let page: Page;
  let faults: Faults;

  const newPage = async () => {
    const options = { baseURL: system().urls.auth, viewport: { width: 1280, height: 900 } };
    return browser().newPage({ ...options, locale: 'en-GB', reducedMotion: 'reduce' });
  };
  /** Opens a page through the menu. */
  const open = async (entry: string, heading = entry) => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: entry }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };

  before(async () => {
    page = await newPage();
    faults = watchPage(page);
    // The page sends its first request before the person signs in.
    faults.expectError(/401/);
  });
  after(() => page?.context().close());

  it('starts with signing up and confirming the address by email', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Create a workspace' }).click();
    await fill(page, { 'Your name': owner.name, Workspace: workspaceName, Email: owner.email });
    await fill(page, { Password: owner.password });
    await press(page, 'Create workspace');
    await page.goto(await readLink(owner.email, '/auth/confirm'));
    await fill(page, { 'Your password': owner.password });
    await press(page, 'Confirm this address');
    await page.getByText('Set up your workspace').waitFor();
  });

  it('adds a property and a unit, and invites an agent who joins by email', async () => {
    await open('Properties');
    await press(page, 'Create a property');
    await page.getByRole('dialog').getByLabel('Name').fill('Harbour Point');
    await press(page, 'Create property');
    await press(page, 'Add a unit');
    await page.getByRole('dialog').getByLabel('Name').fill('Flat 101');
    await page.getByRole('dialog').getByLabel('Number').fill('101');
    await page.getByRole('dialog').getByLabel('Price').fill('250000');
    await press(page, 'Add unit');
    await page.getByRole('button', { name: /^101.*Available/ }).waitFor();

    await open('People');
    await press(page, 'Invite');
    await fill(page, { Name: agent.name, Email: agent.email, Commission: '2' });
    await press(page, 'Send invitation');
    const theirs = await newPage();
    await theirs.goto(await readLink(agent.email, '/auth/invitation'));
    await fill(theirs, { Password: agent.password });
    await press(theirs, `Join ${workspaceName}`);
    await theirs.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await theirs.context().close();
    const row = page.getByRole('row', { name: new RegExp(agent.name) });
    await eventually(async () => {
      await page.reload();
      await row.getByText('Active', { exact: true }).waitFor({ timeout: 2_000 });
    });
  });

  it('imports leads from a dropped file after correcting a column and checking the file', async () => {
    await open('Board');
    await page.getByRole('link', { name: 'Import a file' }).click();
    await dropFile(page, leads);
    expect(await page.getByLabel('Field for Mail address').inputValue()).to.equal('email');
    await page.getByLabel('Field for Spends up to').selectOption('budget.max');
    await press(page, 'Check the file');
    await page.getByText('Nothing was stored.').waitFor();
    await press(page, 'Import now');
    await page.getByText('All leads were imported.').waitFor();

    await open('Board');
    await drag(getCard(page, 'Noor Haddad'), [getColumn(page, 'Contacted')]);
    await page.getByText('Noor Haddad is in Contacted now.').waitFor();
  });

  it("sends a signed webhook about a sale, and shows the receiver's response", async () => {
    await open('Webhooks');
    await press(page, 'Create webhook');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill(receiver().url);
    for (const event of subscribed) await dialog.getByLabel(event).check();
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await page.getByLabel('Signing secret', { exact: true }).inputValue();
    rememberSecret(secret, 'secret of a webhook');
    receiver().answer = (response, request) => {
      response.statusCode = isGenuine(request, secret) ? 204 : 401;
      response.end();
    };
    await press(page, "I've stored it");

    await open('Board');
    await page.getByRole('link', { name: 'Noor Haddad' }).click();
    // The board has a field with the same name, and is visible until the lead's page has loaded.
    await page.getByRole('heading', { level: 1, name: 'Noor Haddad' }).waitFor();
    await page.getByRole('textbox', { name: 'Agent', exact: true }).click();
    await page.getByRole('option', { name: agent.name }).click();
    await page.getByText(`Assigned to ${agent.name}`).waitFor();
    await press(page, 'Win');
    await choose(page, 'Property or unit', /Harbour Point/);
    await choose(page, 'Unit', /Flat 101.*250,000/);
    await press(page, 'Mark as won');
    await page.getByRole('region', { name: 'Deal' }).getByText('US$250,000').waitFor();

    await open('Deals');
    await page.getByRole('table', { name: 'Deals' }).getByRole('link', { name: 'Noor Haddad' }).click();
    await page.getByRole('region', { name: 'Commission' }).getByText('US$5,000').waitFor();
    await press(page, /^Payments of INV-/);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('No payments yet.').waitFor();
    await drawer.getByRole('button', { name: 'Record payment' }).click();
    await drawer.getByText('US$0 of US$250,000 to pay').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByText('Paid', { exact: true }).and(page.locator('.mantine-Badge-label')).waitFor();

    await open('Webhooks');
    await page.getByRole('link', { name: receiver().url }).click();
    for (const event of subscribed) {
      const row = page.getByRole('row', { name: event });
      await eventually(async () => {
        await press(page, 'Refresh');
        await row.getByText('Delivered').waitFor({ timeout: 2_000 });
      });
      await row.getByText('204').waitFor();
    }
    await press(page, 'unit.sold');
    await page.getByText('Attempt 1: 204').waitFor();
    await page.keyboard.press('Escape');
  });

  it('gives a program access with an API key, and refuses the old key after it is replaced', async () => {
    const callWith = (key: string) => new ApiClient(system().urls.api, key).get('/v1/leads?sort=name&order=asc');
    const shown = page.getByLabel('API key', { exact: true });
    await open('API keys');
    await press(page, 'Create API key');
    await page.getByLabel('Name').fill('Website');
    await page.getByLabel('See leads, tasks, deals, invoices and commissions').check();
    await press(page, 'Create key');
    const first = await shown.inputValue();
    const names = (await callWith(first)).records.map(({ name }) => name);
    expect(names).to.deep.equal(['Jonas Weber', 'Maya Silva', 'Noor Haddad']);
    await press(page, "I've stored it");
    await press(page, 'Rotate Website');
    await page.getByLabel('Days until the old key stops working').fill('0');
    await press(page, 'Create new key');
    await page.getByText('The old key no longer works.').waitFor();
    const second = await shown.inputValue();
    for (const key of [first, second]) rememberSecret(key, 'API key');
    expect((await callWith(second)).status).to.equal(200);
    await eventually(async () => expect((await callWith(first)).status).to.equal(401));
    await press(page, "I've stored it");
  });

  it('signs out, and then asks for a sign-in', async () => {
    await press(page, /^Account:/);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await press(page, 'Sign out');
    await page.goto('/dashboard/');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    faults.assertNone();
  });
});
