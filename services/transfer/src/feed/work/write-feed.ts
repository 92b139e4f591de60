import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { type RecordQuery, type RecordReader, type WalkPosition, walkBegin } from '../../peers/record-reader.js';
import type { FeedFormat } from '../model/feed.js';
import type { FeedHealthRecorder } from '../model/feed-health.js';
import { type FeedUnit, type ListedUnit, toFeedUnit } from '../model/feed-unit.js';
import { toKyeroListing } from '../model/kyero-listing.js';
import { FeedProperties } from './feed-properties.js';
import { kyeroBegin, kyeroEnd, renderKyero } from './kyero.js';

const publicUnits: RecordQuery = { resource: 'units', query: 'status=available&visibility=public' };
const shownProperties: RecordQuery = {
  resource: 'properties',
  query: 'status=planning,under_construction,completed,sold_out',
};

interface FeedOptions {
  /** Current time, which determines whether buildings are new. */
  readonly now: Date;
  /** Receives the number of units in the feed, and the reasons for omitted units. */
  readonly health: FeedHealthRecorder;
}

/** Creates a reader of pages that acts for no user, because it reads only public records. */
function createPageReader(reader: RecordReader, tenant: Tenant, query: RecordQuery) {
  const requestId = newId('req');
  return (position: WalkPosition) => reader.readPage(createSystemCaller(tenant, 'feed', requestId), query, position);
}

/** Yields pages of the public available units, from the given snapshot. */
async function* readPages(reader: RecordReader, tenant: Tenant, snapshot: string): AsyncGenerator<ListedUnit[]> {
  const read = createPageReader(reader, tenant, publicUnits);
  let { after } = walkBegin;
  do {
    const { records, next } = await read({ after, snapshot });
    yield records.map((record): ListedUnit => JSON.parse(record));
    after = next;
  } while (after !== '');
}

/** Yields the public available units of properties that aren't archived. All of them come from one snapshot. */
async function* readUnits(reader: RecordReader, tenant: Tenant): AsyncGenerator<FeedUnit> {
  const properties = await FeedProperties.find(createPageReader(reader, tenant, shownProperties));
  for await (const page of readPages(reader, tenant, properties.snapshot)) {
    let units = page.filter((unit) => properties.has(unit.property_id));
    while (units.length > 0) {
      const count = await properties.load(units.map((unit) => unit.property_id));
      for (const unit of units.slice(0, count)) yield toFeedUnit(unit, properties.get(unit.property_id));
      units = units.slice(count);
    }
  }
}

async function* writeXml(units: AsyncIterable<FeedUnit>, { now, health }: FeedOptions): AsyncGenerator<string> {
  yield kyeroBegin;
  for await (const unit of units) {
    const result = toKyeroListing(unit, now);
    if (result.listing === null) {
      health.addLeftOut(unit, result.leftOut);
      continue;
    }
    health.addListed(unit, result.changes);
    yield renderKyero(result.listing);
  }
  yield kyeroEnd;
}

async function* writeJson(units: AsyncIterable<FeedUnit>): AsyncGenerator<string> {
  yield '{"version":1,"units":[';
  let separator = '\n';
  for await (const unit of units) {
    yield separator + JSON.stringify(unit);
    separator = ',\n';
  }
  yield '\n]}\n';
}

/**
 * Yields a feed as bytes. The bytes depend only on the records and the day, so unchanged records give an identical
 * feed. The health is collected only for XML.
 */
export async function* writeFeed(
  reader: RecordReader,
  tenant: Tenant,
  format: FeedFormat,
  options: FeedOptions,
): AsyncGenerator<Buffer> {
  const units = readUnits(reader, tenant);
  for await (const text of format === 'xml' ? writeXml(units, options) : writeJson(units)) yield Buffer.from(text);
}
