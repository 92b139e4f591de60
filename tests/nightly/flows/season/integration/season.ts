import { writeFile } from 'node:fs/promises';
import { getCalls } from './call-log.js';
import { connect } from './client.js';
import { LeadWork } from './lead-work.js';
import { createLeads } from './leads.js';
import { createAgents, createPortfolio } from './portfolio.js';
import { RandomSource } from './random.js';

/** Number of leads that are processed at the same time. */
const concurrency = 6;

const { PLOTLINE_URL: url, PLOTLINE_KEY: key, SEASON_CALLS: file } = process.env;
if (!url || !key || !file) throw new Error('PLOTLINE_URL, PLOTLINE_KEY and SEASON_CALLS must be set.');

const api = connect(url, key);
const random = new RandomSource(2_026);
const portfolio = await createPortfolio(api);
const agents = await createAgents(api);
const prospects = await createLeads(api, random, agents, portfolio);

const waiting = prospects.entries();
const work = async (): Promise<void> => {
  // Each worker takes the next lead.
  for (const [place, prospect] of waiting) {
    await new LeadWork(api, new RandomSource(place), agents, selectPortfolio(place)).run(prospect);
  }
};

/**
 * Gives each lead at most one unit, and each unit to at most one lead. So no sale depends on the order of the leads.
 */
function selectPortfolio(place: number): typeof portfolio {
  return { ...portfolio, units: portfolio.units.filter((_, index) => index === place) };
}

await Promise.all(Array.from({ length: concurrency }, work));
await writeFile(file, JSON.stringify(getCalls()));
