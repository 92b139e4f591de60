import { ServiceClient } from '@plotline/local/demo/api-client';
import { seedTeam } from '@plotline/local/demo/people';
import { seedPortfolio } from '@plotline/local/demo/portfolio';
import { seedProspects } from '@plotline/local/demo/prospects';
import { Random } from '@plotline/local/demo/random';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { chromium } from 'playwright-core';
import { openDashboard } from '../../dashboard/support/open-dashboard.js';
import { obtainChromium } from '../../support/browser/chromium.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { loadLeads } from '../growth/lead-loader.js';
import { shortRest, waitUntilIdle } from '../growth/wait-until-idle.js';
import { withOwnSystem } from '../own-system.js';
import { measureDrags } from './drags.js';
import { measureFirstCards } from './first-cards.js';
import { measureFirstPage } from './first-page.js';

const allLeads = 10_000;
/**
 * Number of leads that are created through the API. Most of them are in later stages. The other leads are stored
 * directly.
 */
const leadsByApi = 500;
const maxLoadMs = 120_000;
/** Window size in which all columns of the board are visible. */
const viewport = { width: 1920, height: 1080 };

/** Creates a workspace with a portfolio and leads, most of them new. */
async function createFilledWorkspace(system: RunningSystem, signal: AbortSignal): Promise<TestWorkspace> {
  const workspace = await newWorkspace();
  const random = new Random(allLeads);
  const client = new ServiceClient(system, workspace.id, 'live');
  const agents = (await seedTeam(client, 8, 'dashboard.example', random)).map(({ id }) => id);
  const portfolio = await seedPortfolio(client, { properties: 12, units: 300 }, agents, random);
  await seedProspects(client, leadsByApi, portfolio, agents, random);
  const range = { workspaceId: workspace.id, from: 0, size: allLeads - leadsByApi };
  const references = { agents, properties: portfolio.propertyIds };
  await loadLeads(system.mongoUrl, { ...range, references }, { signal, deadline: Date.now() + maxLoadMs });
  await workspace.api.create('/v1/webhooks', { url: 'http://127.0.0.1:3000/hooks', events: ['unit.deleted'] });
  const chat = { kind: 'slack', name: 'Sales', url: 'http://127.0.0.1:3000/chat', events: ['unit.deleted'] };
  await workspace.api.create('/v1/integrations', chat);
  return workspace;
}

async function measure(system: RunningSystem, signal: AbortSignal): Promise<void> {
  const workspace = await createFilledWorkspace(system, signal);
  await waitUntilIdle(system, signal, shortRest);
  const browser = await chromium.launch({ executablePath: await obtainChromium(process.env) });
  try {
    const dashboard = await openDashboard(browser, { workspace, viewport });
    await measureFirstPage(browser, dashboard);
    await measureFirstCards(browser, dashboard);
    await measureDrags(browser, dashboard.page);
  } finally {
    await browser.close();
  }
}

/** Prints what the dashboard loads, when it can be used, and how smoothly a card is dragged. */
export async function run(): Promise<void> {
  await withOwnSystem(1_000, measure);
}
