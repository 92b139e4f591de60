import { FeedHealthRecorder } from '@plotline/transfer/feed/model/feed-health';
import { writeFeed } from '@plotline/transfer/feed/work/write-feed';
import type { RecordReader } from '@plotline/transfer/peers/record-reader';
import { expect } from 'chai';
import { measureHeap } from '../../../../transfer/support/measure-heap.js';

/** Maximum size of a message. */
const pageSizes = { properties: 10, units: 90 };

/** Property of the maximum size. `place` makes it unique. */
function toProperty(place: number): string {
  const url = `https://example.com/${place}/${'x'.repeat(1_900)}`;
  return JSON.stringify({
    id: `prop_${place}`,
    name: `Property ${place}`,
    location: {},
    description: 'x'.repeat(10_000),
    media: { cover: null, gallery: Array.from({ length: 100 }, (_, n) => `${url}/${n}`) },
  });
}

function toUnit(place: number, property: number): string {
  return JSON.stringify({ id: `unit_${place}`, property_id: `prop_${property}`, name: `Unit ${place}` });
}

/** Service with a number of properties, each with a unit, in different orders. */
function createStubReader(properties: number): RecordReader {
  const records = {
    properties: (place: number) => toProperty(place),
    units: (place: number) => toUnit(place, (place * 7) % properties),
  };
  const snapshots = new Set(['']);
  return {
    count: async () => properties,
    readPage: async (_caller, { resource, query: _query }, { after, snapshot }) => {
      snapshots.add(snapshot);
      if (resource !== 'properties' && resource !== 'units') throw new Error(`A feed has no ${resource}.`);
      if (snapshots.size > 2) throw new Error('The pages are not all of one moment.');
      const begin = Number(after);
      const size = Math.min(pageSizes[resource], properties - begin);
      const next = begin + size < properties ? String(begin + size) : '';
      const found = Array.from({ length: size }, (_, place) => records[resource](begin + place));
      return { records: found, next, snapshot: '1.1', total: 0 };
    },
  };
}

describe('a feed of many large properties', () => {
  const tenant = { workspaceId: 'ws_test', mode: 'live' } as const;
  const properties = 300;

  it('contains every unit with its property in order, and keeps only a limited part of them in memory', async () => {
    const before = measureHeap();
    let peak = 0;
    let count = 0;
    const options = { now: new Date(), health: new FeedHealthRecorder() };
    for await (const bytes of writeFeed(createStubReader(properties), tenant, 'json', options)) {
      const text = bytes.toString();
      const { groups: { unit, property, url } = {} } =
        /"id":"unit_(?<unit>\d+)".*"id":"prop_(?<property>\d+)".*example\.com\/(?<url>\d+)\//s.exec(text) ?? {};
      if (unit === undefined) continue;
      expect([Number(unit), Number(property), Number(url)]).to.deep.equal([
        count,
        (count * 7) % properties,
        (count * 7) % properties,
      ]);
      count += 1;
      if (count % 60 === 0) peak = Math.max(peak, measureHeap() - before);
    }
    expect(count).to.equal(properties);
    // All units together take 60 MB.
    expect(peak).to.be.lessThan(45e6);
  });
});
