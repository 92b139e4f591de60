import type { Parameter } from '@plotline/kit/http/contract/document';
import { resolveDayBounds } from '@plotline/kit/http/contract/validator';
import { expect } from 'chai';

const parameters: readonly Parameter[] = [
  { name: 'created_after', in: 'query', 'x-day-bound': 'start', schema: {} },
  { name: 'created_before', in: 'query', 'x-day-bound': 'end', schema: {} },
  { name: 'start_date', in: 'query', schema: {} },
];

function resolve(query: Record<string, unknown>, timeZone: string) {
  resolveDayBounds(query, parameters, timeZone);
  return query;
}

describe('resolveDayBounds', () => {
  it('replaces days with their first and last moment in the time zone', () => {
    expect(resolve({ created_after: '2027-01-02', created_before: '2027-01-02' }, 'Asia/Dubai')).to.deep.equal({
      created_after: '2027-01-01T20:00:00.000Z',
      created_before: '2027-01-02T19:59:59.999Z',
    });
  });

  it('ends a day on which clocks change at its real end', () => {
    expect(resolve({ created_after: '2026-03-29', created_before: '2026-03-29' }, 'Europe/Lisbon')).to.deep.equal({
      created_after: '2026-03-29T00:00:00.000Z',
      created_before: '2026-03-29T22:59:59.999Z',
    });
  });

  it('keeps timestamps, other parameters and absent bounds as they are', () => {
    const query = { created_after: '2027-01-02T01:00:00+04:00', start_date: '2027-01-02' };
    expect(resolve({ ...query }, 'Asia/Dubai')).to.deep.equal(query);
  });
});
