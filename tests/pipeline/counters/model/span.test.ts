import { extendPastNow, splitSpan } from '@plotline/pipeline/counters/model/span';
import { expect } from 'chai';

const span = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });

describe('splitSpan', () => {
  it('returns whole days only between UTC midnights', () => {
    expect(splitSpan(span('2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z'))).to.deep.equal({
      days: { from: '2026-03-01', to: '2026-03-02' },
      edges: [],
    });
  });

  it('divides days in another time zone into whole UTC days and the rest at both ends', () => {
    expect(splitSpan(span('2026-02-28T18:15:00Z', '2026-03-03T18:15:00Z'))).to.deep.equal({
      days: { from: '2026-03-01', to: '2026-03-02' },
      edges: [
        span('2026-02-28T18:15:00Z', '2026-03-01T00:00:00Z'),
        span('2026-03-03T00:00:00Z', '2026-03-03T18:15:00Z'),
      ],
    });
  });

  it('finds no whole UTC day in a single day of another time zone', () => {
    const [start, midnight, end] = ['2026-02-28T20:00:00Z', '2026-03-01T00:00:00Z', '2026-03-01T20:00:00Z'];
    const edges = [span(start, midnight), span(midnight, end)];
    expect(splitSpan(span(start, end))).to.deep.equal({ days: null, edges });
    expect(splitSpan(edges[1] ?? span(end, end))).to.deep.equal({ days: null, edges: edges.slice(1) });
    const within = span('2026-03-01T01:00:00Z', '2026-03-01T02:00:00Z');
    expect(splitSpan(within)).to.deep.equal({ days: null, edges: [within] });
  });

  it('is empty for an empty span', () => {
    for (const at of ['2026-03-01T00:00:00Z', '2026-03-01T05:00:00Z']) {
      expect(splitSpan(span(at, at))).to.deep.equal({ days: null, edges: [] });
    }
    expect(splitSpan(span('2026-03-02T05:00:00Z', '2026-03-01T05:00:00Z')).edges).to.deep.equal([]);
  });
});

describe('extendPastNow', () => {
  const now = new Date('2026-03-01T12:00:00Z');

  it('extends a span that includes now to a later UTC midnight', () => {
    const today = span('2026-02-28T20:00:00Z', '2026-03-01T20:00:00Z');
    expect(extendPastNow(today, now)).to.deep.equal(span('2026-02-28T20:00:00Z', '2026-03-03T00:00:00Z'));
  });

  it('keeps a span that lies in the past', () => {
    const past = span('2026-02-27T20:00:00Z', '2026-02-28T20:00:00Z');
    expect(extendPastNow(past, now)).to.deep.equal(past);
  });
});
