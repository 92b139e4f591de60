import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemoData } from '@plotline/local/demo/ensure-demo-data';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { type Browser, chromium, type Page } from 'playwright-core';
import { withOwnSystem } from '../bench/own-system.js';
import { obtainChromium } from '../support/browser/chromium.js';
import { eventually } from '../support/eventually.js';
import { startReceiver } from '../support/receiver.js';

/** `npm run screenshots`: the pictures of the README, taken of a system with demo data. */
const pictures = join(import.meta.dirname, '../../services/dashboard/pictures');
const viewport = { width: 1360, height: 850 };
/** What the limits of the plan are multiplied by, so that no picture shows a refusal. */
const limitsFactor = 1_000;

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

/** Calls the API as the demo's key; resolves to `data` of the answer. */
async function call<T>({ urls }: RunningSystem, demo: DemoWorkspace, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${demo.api_key}`, 'content-type': 'application/json' };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(`${urls.api}${path}`, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  const { data }: { data: T } = JSON.parse(await response.text());
  return data;
}

/** A webhook with some deliveries, of which one failed. */
async function createDeliveries(system: RunningSystem, demo: DemoWorkspace): Promise<string> {
  const receiver = await startReceiver();
  receiver.answer = (response, { body }) => {
    response.statusCode = body.includes('Portal 3') ? 500 : 200;
    response.end();
  };
  const created = await call<{ id: string }>(system, demo, '/v1/webhooks', {
    url: receiver.url,
    events: ['lead.created'],
  });
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const email = `portal-${number}@example.com`;
    await call(system, demo, '/v1/leads', { name: `Portal ${number}`, email, source: 'portal' });
  }
  await eventually(async () => {
    if (receiver.received.length < 6) throw new Error('Some deliveries are not made yet.');
  });
  await receiver.stop();
  return created.id;
}

async function signIn(browser: Browser, { urls }: RunningSystem, { owner }: DemoWorkspace): Promise<Page> {
  const page = await browser.newPage({ baseURL: urls.auth, viewport, locale: 'en-GB', reducedMotion: 'reduce' });
  await page.goto('/auth/sign-in');
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Pipeline' }).waitFor();
  return page;
}

await mkdir(pictures, { recursive: true });
await withOwnSystem(limitsFactor, async (system, signal) => {
  await seedDemoData(system, signal);
  const demo = await readDemo(system);
  const [property] = await call<{ id: string }[]>(system, demo, '/v1/properties?per_page=1&sort=name');
  const webhookId = await createDeliveries(system, demo);
  const browser = await chromium.launch({ executablePath: await obtainChromium(process.env) });
  try {
    const page = await signIn(browser, system, demo);
    const places = {
      board: 'pipeline',
      'stacking-plan': `properties/${property?.id}?view=plan`,
      analytics: 'analytics',
      deliveries: `developers/webhooks/${webhookId}`,
    };
    for (const [name, place] of Object.entries(places)) {
      await page.goto(`/dashboard/${demo.id}/live/${place}`, { waitUntil: 'networkidle' });
      await page.screenshot({ path: join(pictures, `${name}.png`) });
      process.stdout.write(`${name}.png\n`);
    }
  } finally {
    await browser.close();
  }
});
