import { type AccessPaths, nameOrder, timeRanges, withNameOrder } from '@plotline/kit/store/lists/access-path';
import { type ListPlan, planList, type TextPath } from '@plotline/kit/store/lists/list-plan';
import type { Countable, KnownTotal } from '@plotline/kit/store/lists/total';
import type { Lead } from '../model/lead.js';
import { type LeadQuery, toConditions } from './lead-query.js';
import { chooseRarest, type IndexedPart, type SearchCondition } from './search-index.js';

/**
 * Options of a path whose field may be filtered by up to four values. The index returns the leads of each value. They
 * may all be old, so a scan from the newest lead could take long to find the first match.
 */
const few = { branches: 4, sorts: 'few' } as const;

const agentStage = { index: 'agent_stage', fields: ['assigned_agent', 'stage'], sorts: 'few' } as const;
const agent = { index: 'assigned_agent', fields: ['assigned_agent'], sorts: 'few' } as const;
const agentUpdated = { index: 'agent_updated', fields: ['assigned_agent'], order: 'updated_at' } as const;

/** Each index has the name of the field that it orders or finds by. The most selective index comes first. */
export const leadPaths: AccessPaths = {
  ranges: [timeRanges, ['next_follow_up']],
  paths: [
    { index: '_id_', fields: ['_id'], ...few },
    { index: 'external_id', fields: ['external_id'], ...few },
    { index: 'interested_properties', fields: ['interested_properties'], sorts: 'few', isMultikey: true },
    { index: 'tags', fields: ['tags'], ...few, isMultikey: true },
    { ...agentUpdated, precedesRanges: true, counts: [{ ...agentUpdated, range: 'updated_at' }, agentStage, agent] },
    agentStage,
    agent,
    { index: 'closed', fields: ['derived.closed'], sorts: 'few' },
    { index: 'stage', fields: ['stage'], ...few },
    { index: 'source', fields: ['source'], ...few },
    { index: 'score', range: 'score', order: 'score', sorts: 'few' },
    { index: 'created_at' },
    { index: 'updated_at', order: 'updated_at' },
    { index: 'name', order: nameOrder },
    { index: 'email', order: 'email' },
    { index: 'score', order: 'score' },
    { index: 'next_follow_up', order: 'next_follow_up' },
    { index: 'stage_entered_at', order: 'stage_entered_at' },
  ],
};

/** Number of leads above which searching their texts one by one costs more than scanning the index of all texts. */
const maxLookedThrough = 10_000;
/** If search keys find fewer leads than this, a search always uses the keys. */
const minLookedThrough = 1_000;
/** Estimated selectivity: each known character of a key, except the first, leaves one in twenty of the leads. */
const leadsPerCharacter = 20;

/** Facts about the workspace's leads that are cheaper to get than a count. */
export interface KnownLeads {
  /** Number of all leads; null when it is unknown. */
  readonly countAll: () => Promise<number | null>;
  /** Search texts of some leads. They show which words are frequent. */
  readonly sampleTexts: () => Promise<readonly string[]>;
}

const nothingKnown: KnownLeads = { countAll: async () => null, sampleTexts: async () => [] };

/**
 * Returns the largest number of leads for which a search doesn't use the search index. Up to that number, it is faster
 * to match the leads that the other conditions leave, one by one. If fewer characters of a key are known, the index
 * finds more leads without the term. A term without keys is matched against the texts of all leads.
 */
async function limitLookedThrough(part: IndexedPart | undefined, { countAll }: KnownLeads): Promise<number> {
  if (!part) return maxLookedThrough;
  if (part.knownCharacters > 3) return 0;
  const found = Math.floor(((await countAll()) ?? 0) / leadsPerCharacter ** (part.knownCharacters - 1));
  return found < minLookedThrough ? 0 : found;
}

/**
 * Returns the plan for the text. `matches` tests the text instead of the keys, because without the index this is
 * cheaper.
 */
async function toTextPath({ matches, indexed }: SearchCondition, known: KnownLeads): Promise<TextPath> {
  const part = indexed.length > 1 ? chooseRarest(indexed, await known.sampleTexts()) : indexed[0];
  const limitMatchedOneByOne = () => limitLookedThrough(part, known);
  if (!part) return { index: 'text', matches, keys: null, limitMatchedOneByOne };
  // An engine that intersects entries of one index reads only leads that have a key of every part. For a whole name at
  // 1,000,000 leads, this reduced the median from 550 to 107 ms.
  const others = indexed.filter((one) => one !== part).map(({ keys }) => keys);
  const keys = others.length === 0 ? part.keys : { ...part.keys, $and: others };
  return { index: 'search', matches, keys, limitMatchedOneByOne };
}

interface LeadPlanOptions extends Partial<KnownLeads> {
  readonly knownTotal?: KnownTotal;
}

/** Plans how to read a list. */
export async function planLeadList(
  records: Countable<Lead>,
  query: LeadQuery,
  { knownTotal, ...known }: LeadPlanOptions = {},
): Promise<ListPlan> {
  const { filter, search } = toConditions(query);
  const text = search && (await toTextPath(search, { ...nothingKnown, ...known }));
  const { sort } = withNameOrder(query);
  return planList(records, leadPaths, { filter, sort, text, ...(knownTotal && { knownTotal }) });
}
