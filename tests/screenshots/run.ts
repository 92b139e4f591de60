import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemoData } from '@plotline/local/demo/ensure-demo-data';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { type Browser, chromium, type Page } from 'playwright-core';
import { withOwnSystem } from '../bench/own-system.js';
import { obtainChromium } from '../support/browser/chromium.js';
import { withoutChanges } from '../support/browser/without-changes.js';
import { eventually } from '../support/eventually.js';
import { startReceiver } from '../support/receiver.js';
import { openLoaded } from './open-loaded.js';
import { takeLookPictures } from './take-look-pictures.js';

/**
 * `npm run screenshots` takes the pictures for the README and for the dashboard's design page, in a system with demo
 * data.
 */
const pictures = join(import.meta.dirname, '../../services/dashboard/pictures');
const viewport = { width: 1360, height: 1060 };
/** Factor for the plan's limits, so that no picture shows a refusal. */
const limitsFactor = 1_000;

const events = ['lead.created', 'lead.stage_changed', 'lead.won', 'unit.sold', 'deal.closed', 'invoice.created'];
const buyers = ['Noor Haddad', 'Jonas Weber', 'Maya Silva', 'Elena Rossi'];

interface Created {
  readonly id: string;
}

interface DemoWorkspace {
  readonly id: string;
  readonly api_key: string;
  readonly owner: { readonly email: string; readonly password: string };
}

async function readDemo({ demoFile }: RunningSystem): Promise<DemoWorkspace> {
  const { workspaces }: { workspaces: DemoWorkspace[] } = JSON.parse(await readFile(demoFile, 'utf8'));
  const [first] = workspaces;
  if (!first) throw new Error('The demo data has no workspace.');
  return first;
}

/** Calls the API with the demo's key. Resolves to `data` in the answer. */
async function call<T>({ urls }: RunningSystem, demo: DemoWorkspace, path: string, init: RequestInit = {}): Promise<T> {
  const headers = { authorization: `Bearer ${demo.api_key}`, 'content-type': 'application/json' };
  const response = await fetch(`${urls.api}${path}`, { headers, ...init });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  const { data }: { data: T } = JSON.parse(await response.text());
  return data;
}

const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

/** Sells a property's lower floors and reserves some units above them. Resolves to the property's id. */
async function sellLowerFloors(system: RunningSystem, demo: DemoWorkspace): Promise<string> {
  const [property] = await call<readonly Created[]>(system, demo, '/v1/properties?per_page=1&sort=name');
  const path = `/v1/properties/${property?.id}/units?per_page=100&status=available&sort=name&order=asc`;
  const ids = (await call<readonly Created[]>(system, demo, path)).map(({ id }) => id);
  const changes = { sold: ids.slice(0, 7), reserved: ids.slice(7).filter((_, index) => index % 4 === 1) };
  for (const [status, unit_ids] of Object.entries(changes)) {
    await call(system, demo, '/v1/units/bulk/status', { method: 'PATCH', body: JSON.stringify({ unit_ids, status }) });
  }
  return property?.id ?? '';
}

/** Creates some interested people, one of whom buys. Also creates a webhook whose receiver fails for one event. */
async function createDeliveries(system: RunningSystem, demo: DemoWorkspace): Promise<string> {
  const receiver = await startReceiver();
  receiver.answer = (response, { body }) => {
    response.statusCode = body.includes('"unit.sold"') ? 503 : 200;
    response.end(response.statusCode === 503 ? 'Down for maintenance' : '');
  };
  const webhook = await call<Created>(system, demo, '/v1/webhooks', post({ url: receiver.url, events }));
  const agents = await call<readonly Created[]>(system, demo, '/v1/agents?role=agent');
  const [unit] = await call<readonly Created[]>(system, demo, '/v1/units?status=available&per_page=1');
  for (const [number, name] of buyers.entries()) {
    const email = `${name.toLowerCase().replace(' ', '.')}@buyers.example`;
    const budget = { min: 300_000, max: 420_000 + 35_000 * number, currency: 'USD' };
    const lead = { name, email, budget, source: 'portal', tags: ['family'], assigned_agent: agents[number]?.id };
    const { id } = await call<Created>(system, demo, '/v1/leads', post(lead));
    if (number > 0) await call(system, demo, `/v1/leads/${id}/stage`, post({ stage: 'viewing' }));
    if (number > 2) await call(system, demo, `/v1/leads/${id}/won`, post({ unit_id: unit?.id, deal_value: 512_000 }));
  }
  await eventually(() => {
    const came = events.filter((event) => receiver.received.some(({ body }) => body.includes(`"${event}"`)));
    if (came.length < events.length) throw new Error('Some deliveries are not made yet.');
  });
  await receiver.stop();
  return webhook.id;
}

async function signIn(browser: Browser, { urls }: RunningSystem, { owner }: DemoWorkspace): Promise<Page> {
  const page = await browser.newPage({ baseURL: urls.auth, viewport, locale: 'en-GB', reducedMotion: 'reduce' });
  await page.addInitScript(withoutChanges);
  await page.goto('/auth/sign-in');
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  return page;
}

await mkdir(pictures, { recursive: true });
await withOwnSystem(limitsFactor, async (system, signal) => {
  await seedDemoData(system, signal);
  const demo = await readDemo(system);
  const propertyId = await sellLowerFloors(system, demo);
  const webhookId = await createDeliveries(system, demo);
  const browser = await chromium.launch({ executablePath: await obtainChromium(process.env) });
  try {
    const page = await signIn(browser, system, demo);
    const places = {
      board: 'pipeline',
      'stacking-plan': `properties/${propertyId}?view=plan`,
      analytics: 'analytics/funnel',
      deliveries: `developers/webhooks/${webhookId}`,
    };
    for (const [name, place] of Object.entries(places)) {
      await openLoaded(page, `/dashboard/${demo.id}/live/${place}`);
      await page.screenshot({ path: join(pictures, `${name}.png`) });
      process.stdout.write(`${name}.png\n`);
    }
    const path = '/v1/leads?stage=negotiation&per_page=1';
    const [lead] = await call<readonly Created[]>(system, demo, path);
    await takeLookPictures(page, { browser, base: `/dashboard/${demo.id}/live`, leadId: lead?.id ?? '' });
  } finally {
    await browser.close();
  }
});
