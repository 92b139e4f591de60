import type { Connection } from 'mongoose';
import type { Tenant } from '../../../core/caller.js';
import { unavailable } from '../../../core/errors.js';
import { collectAfter, cutPage, decodeCursor, matchAfter, mergeSources } from '../../lists/cursor.js';
import { journalCollection, type TimelineEntry } from '../entry.js';
import { matchTimeline, readTimeline, type Timeline, type TimelineOptions, timelineScope } from '../timeline.js';
import type { ArchivedBlock } from './archived-block.js';
import type { JournalArchive } from './journal-archive.js';

/** Time and id of an entry, by which timelines are sorted. */
interface EntryPosition {
  readonly at: Date;
  readonly id: string;
}

const toPosition = ({ at, _id }: TimelineEntry): EntryPosition => ({ at, id: _id });

/** Compares positions in the ascending order of a timeline. */
function comparePositions(one: EntryPosition, other: EntryPosition): number {
  return one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : Number(one.id > other.id));
}

/** Order of a timeline, and the type of entries that it shows. */
interface Selection extends Pick<TimelineOptions, 'types'> {
  readonly isAscending: boolean;
  /** The page begins after this position. */
  readonly after?: EntryPosition;
}

function compareIn({ isAscending }: Selection, one: EntryPosition, other: EntryPosition): number {
  return isAscending ? comparePositions(one, other) : comparePositions(other, one);
}

function countEntries({ types }: ArchivedBlock, { types: counted }: Selection): number {
  const all = Object.entries(types).filter(([type]) => !counted || counted.includes(type));
  return all.reduce((sum, [, count]) => sum + count, 0);
}

/** Groups blocks whose times overlap, because their records were merged. The groups are in ascending order. */
function groupOverlapping(blocks: readonly ArchivedBlock[]): ArchivedBlock[][] {
  const groups: { readonly blocks: ArchivedBlock[]; to: Date }[] = [];
  for (const block of blocks.toSorted((one, other) => one.from.getTime() - other.from.getTime())) {
    const group = groups.at(-1);
    if (!group || group.to < block.from) groups.push({ blocks: [block], to: block.to });
    else {
      group.blocks.push(block);
      if (group.to < block.to) group.to = block.to;
    }
  }
  return groups.map((group) => group.blocks);
}

/** Yields the selected entries of the blocks in order. Reads blocks when their first entry is requested. */
async function* eachArchived(
  blocks: readonly ArchivedBlock[],
  selection: Selection,
  read: (block: ArchivedBlock) => Promise<readonly TimelineEntry[]>,
): AsyncGenerator<TimelineEntry> {
  const { types, isAscending, after } = selection;
  const isAfter = (position: EntryPosition) => !after || compareIn(selection, after, position) < 0;
  const mayFollow = ({ from, to }: ArchivedBlock) => !after || (isAscending ? to >= after.at : from <= after.at);
  const groups = groupOverlapping(blocks.filter(mayFollow));
  for (const group of isAscending ? groups : groups.toReversed()) {
    const entries: TimelineEntry[] = [];
    for (const block of group) entries.push(...(await read(block)));
    yield* entries
      .filter((entry) => (!types || types.includes(entry.type)) && isAfter(toPosition(entry)))
      .sort((one, other) => compareIn(selection, toPosition(one), toPosition(other)));
  }
}

/** Returns whether a page of the journal's entries is full, and before all archived entries in the timeline. */
function isBeforeArchive(
  { entries, nextCursor }: Timeline,
  { limit }: TimelineOptions,
  blocks: readonly ArchivedBlock[],
  selection: Selection,
): boolean {
  const last = entries.at(-1);
  if (!last || entries.length < limit || nextCursor === null) return false;
  return blocks.every(({ from, to }) => (selection.isAscending ? last.at < from : last.at > to));
}

/** Attempts to read a timeline whose entries are being archived, erased or moved. */
const maxAttempts = 5;

const listIds = (blocks: readonly ArchivedBlock[]) => blocks.map(({ _id }) => _id).join(' ');

/**
 * Reads a page of the journal and of the archive, as `readTimeline` does. Reads only the objects that the page needs.
 *
 * Entries move to the archive in one transaction. So the page is complete if the record has the same blocks before and
 * after the journal was read. Otherwise, reads again. Rejects with SERVICE_UNAVAILABLE when the bucket doesn't answer.
 */
export async function readArchivedTimeline(
  database: Connection,
  tenant: Tenant,
  subject: string,
  options: TimelineOptions,
  archive: JournalArchive,
): Promise<Timeline> {
  const page = await readTimeline(database, tenant, subject, options);
  let blocks = await archive.findBlocks(tenant, subject);
  // There were none before either, because blocks disappear only together with the timeline.
  if (blocks.length === 0) return page;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const whole = await readWithBlocks(database, tenant, subject, options, { blocks, archive });
    const found = await archive.findBlocks(tenant, subject);
    if (listIds(found) === listIds(blocks)) return whole;
    blocks = found;
  }
  throw unavailable('The timeline is changing. Try again.');
}

interface Archived {
  readonly blocks: readonly ArchivedBlock[];
  readonly archive: JournalArchive;
}

async function readWithBlocks(
  database: Connection,
  tenant: Tenant,
  subject: string,
  options: TimelineOptions,
  { blocks, archive }: Archived,
): Promise<Timeline> {
  const { types, order = 'desc', skip, limit, cursor } = options;
  const scope = timelineScope(tenant, subject, order);
  const [at, id] = cursor ? decodeCursor(scope, cursor, 'date') : [];
  const selection: Selection = {
    isAscending: order === 'asc',
    ...(types && { types }),
    ...(at instanceof Date && id !== undefined && { after: { at, id } }),
  };
  const page = await readTimeline(database, tenant, subject, options);
  const total = blocks.reduce((sum, block) => sum + countEntries(block, selection), page.total);
  if (isBeforeArchive(page, options, blocks, selection)) return { ...page, total };
  const merged = mergeSources(
    [
      eachInJournal(database, tenant, subject, { ...options, order, scope }),
      eachArchived(blocks, selection, (block) => archive.readBlock(tenant.mode, block)),
    ],
    {
      compare: (one, other) => compareIn(selection, toPosition(one), toPosition(other)),
      toId: ({ _id }) => _id,
      limit: cursor === undefined ? skip + limit : limit + 1,
    },
  );
  if (cursor === undefined) return { entries: await collectAfter(merged, skip), total };
  const found = await collectAfter(merged, 0);
  const { records: entries, nextCursor } = cutPage(found, limit, scope, ({ at: time, _id }) => [time, _id]);
  return { entries, total, nextCursor };
}

async function* eachInJournal(
  database: Connection,
  tenant: Tenant,
  subject: string,
  { types, order, cursor = '', scope }: TimelineOptions & { readonly order: 'asc' | 'desc'; readonly scope: string },
): AsyncGenerator<TimelineEntry> {
  const direction = order === 'asc' ? 1 : -1;
  const after = matchAfter(scope, cursor, { sort: 'at', kind: 'date', order });
  const filter = { ...matchTimeline(tenant, subject, types), ...after };
  const options = { sort: { at: direction, _id: direction }, hint: 'timeline', projection: { events: 0 } } as const;
  yield* database.collection<TimelineEntry>(journalCollection).find(filter, options);
}
