import { Random } from '@plotline/local/demo/random';
import type { LoadedRequest } from '../load/closed-load.js';
import { createLeads } from '../load/leads.js';
import type { Wanted } from '../wanted.js';
import type { Side } from './side.js';

export interface PeerLoad {
  /** Word that selects the load on the command line. */
  readonly word: string;
  readonly name: string;
  readonly connections: number;
  /** Ratio of the first side's requests per second to the second side's. */
  readonly wanted: Wanted;
  readonly createRequest: (side: Side) => LoadedRequest;
}

const pageSizes = Array.from({ length: 39 }, (_, index) => index + 1);

/** Loads in their order. The load that creates leads is last. */
export function createLoads(idsOf: (side: Side) => readonly string[]): PeerLoad[] {
  const random = new Random(2);
  const [template] = createLeads(1);
  let created = 0;
  const create = (side: Side) => {
    created += 1;
    const number = String(created).padStart(7, '0');
    return side.create({ ...template, email: `buyer-${number}@peers.example`, phone: `+44 70 ${number}` });
  };
  const getOne = (side: Side) => side.getOne(random.pick(idsOf(side)));
  const getFirstPage = (side: Side) => side.getPage(20);
  // Varies the page size. Otherwise concurrent clients would often send the same request and share an answer.
  const getPage = (side: Side) => side.getPage(random.pick(pageSizes));
  return [
    { word: 'get', name: 'GET one', connections: 16, wanted: { atLeast: 1.2 }, createRequest: getOne },
    {
      word: 'list',
      name: 'list of 20 with total',
      connections: 16,
      wanted: { atLeast: 3 },
      createRequest: getFirstPage,
    },
    {
      word: 'sizes',
      name: 'list of 1 to 39 with total',
      connections: 16,
      wanted: { atLeast: 3 },
      createRequest: getPage,
    },
    { word: 'post16', name: 'POST lead', connections: 16, wanted: { atLeast: 0.7 }, createRequest: create },
    { word: 'post64', name: 'POST lead', connections: 64, wanted: { atLeast: 1 }, createRequest: create },
  ];
}

/** Returns the requested loads, or all by default. `post` means both loads that post. */
export function selectLoads(loads: readonly PeerLoad[], words: readonly string[]): readonly PeerLoad[] {
  const strange = words.filter((word) => !loads.some((load) => load.word.startsWith(word)));
  if (strange.length > 0) {
    throw new Error(`There is no load ${strange.join(', ')}; there are ${loads.map(({ word }) => word).join(', ')}.`);
  }
  return words.length === 0 ? loads : loads.filter((load) => words.some((word) => load.word.startsWith(word)));
}
