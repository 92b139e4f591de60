import { writeFile } from 'node:fs/promises';
import { connect } from './client.js';
import { Dice } from './dice.js';
import { gatherLeads } from './leads.js';
import { buildPortfolio, hireTeam } from './portfolio.js';
import { Pursuit } from './pursuit.js';
import { everythingRecorded } from './record.js';

/** Leads that are pursued at the same time, each by steps of its own. */
const lanes = 6;

const { PLOTLINE_URL: url, PLOTLINE_KEY: key, SEASON_RECORD: file } = process.env;
if (!url || !key || !file) throw new Error('PLOTLINE_URL, PLOTLINE_KEY and SEASON_RECORD must be set.');

const api = connect(url, key);
const dice = new Dice(2_026);
const portfolio = await buildPortfolio(api);
const agents = await hireTeam(api);
const prospects = await gatherLeads(api, dice, agents, portfolio);

const waiting = prospects.entries();
const pursueAll = async (): Promise<void> => {
  // Each lane takes the next lead that waits.
  for (const [place, prospect] of waiting) {
    await new Pursuit(api, new Dice(place), agents, portfolioOf(place)).pursue(prospect);
  }
};

/** Units of its own for each lead, so that what is sold to whom does not depend on who comes first. */
function portfolioOf(place: number): typeof portfolio {
  return { ...portfolio, units: portfolio.units.filter((_, index) => index === place) };
}

await Promise.all(Array.from({ length: lanes }, pursueAll));
await writeFile(file, JSON.stringify(everythingRecorded()));
