import { createSystemCaller, type Tenant } from '@plotline/kit/caller';
import { newId } from '@plotline/kit/ids';
import type { FeedFormat } from '../../domain/feed.js';
import { type FeedProperty, type FeedUnit, toFeedProperty, toFeedUnit } from '../../json/feed-unit.js';
import { kyeroBegin, kyeroEnd, renderKyero } from '../../json/kyero.js';
import { type RecordQuery, type RecordReader, type WalkPosition, walkBegin } from '../../peers/record-reader.js';

const publicUnits: RecordQuery = { resource: 'units', query: 'status=available&visibility=public' };
const shownProperties: RecordQuery = {
  resource: 'properties',
  query: 'status=planning,under_construction,completed,sold_out',
};

/** A walk on behalf of nobody: what is read is public. */
async function* readAll(reader: RecordReader, tenant: Tenant, query: RecordQuery, begin: WalkPosition) {
  const requestId = newId('req');
  let position = begin;
  do {
    const page = await reader.readPage(createSystemCaller(tenant, 'feed', requestId), query, position);
    yield page;
    position = { after: page.next, snapshot: page.snapshot };
  } while (position.after !== '');
}

/** The public units that are available, of properties that are not archived, all as they are in one moment. */
async function* readUnits(reader: RecordReader, tenant: Tenant): AsyncGenerator<FeedUnit> {
  const properties = new Map<string, FeedProperty>();
  let { snapshot } = walkBegin;
  for await (const page of readAll(reader, tenant, shownProperties, walkBegin)) {
    snapshot = page.snapshot;
    for (const record of page.records) {
      const property = toFeedProperty(JSON.parse(record));
      properties.set(property.id, property);
    }
  }
  for await (const { records } of readAll(reader, tenant, publicUnits, { ...walkBegin, snapshot })) {
    for (const record of records) {
      const unit = JSON.parse(record);
      const property = properties.get(unit.property_id);
      if (property) yield toFeedUnit(unit, property);
    }
  }
}

async function* writeXml(units: AsyncIterable<FeedUnit>): AsyncGenerator<string> {
  yield kyeroBegin;
  for await (const unit of units) yield renderKyero(unit);
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

/** A feed as bytes. They depend on the records alone: a feed that shows the same is the same. */
export async function* writeFeed(reader: RecordReader, tenant: Tenant, format: FeedFormat): AsyncGenerator<Buffer> {
  const units = readUnits(reader, tenant);
  for await (const text of format === 'xml' ? writeXml(units) : writeJson(units)) yield Buffer.from(text);
}
