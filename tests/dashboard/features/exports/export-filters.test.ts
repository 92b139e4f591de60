import { toExportFilters } from '@plotline/dashboard/features/exports/export-filters';
import { expect } from 'chai';

describe('an export request', () => {
  it('contains only the chosen filters', () => {
    const all = { resource: 'leads', state: '', from: '', to: '' } as const;
    expect(toExportFilters(all)).to.deep.equal({});
    const some = { ...all, state: 'won', from: '2026-01-01', to: '2026-02-01' };
    const days = { created_after: '2026-01-01', created_before: '2026-02-01' };
    expect(toExportFilters(some)).to.deep.equal({ stage: 'won', ...days });
    expect(toExportFilters({ ...some, resource: 'deals', state: 'closed' })).to.deep.equal({
      status: 'closed',
      ...days,
    });
  });
});
