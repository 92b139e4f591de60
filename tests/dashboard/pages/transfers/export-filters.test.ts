import { getPollInterval } from '@plotline/dashboard/components/job-polling';
import { toExportFilters } from '@plotline/dashboard/pages/transfers/export-filters';
import { formatBytes } from '@plotline/dashboard/pages/transfers/format-bytes';
import { expect } from 'chai';

describe('export request', () => {
  it('contains only the chosen filters', () => {
    const all = { resource: 'leads', state: '', from: '', to: '' } as const;
    expect(toExportFilters(all)).to.deep.equal({});
    const some = { ...all, state: 'won', from: '2026-01-01', to: '2026-02-01' };
    const days = {
      created_after: new Date(2026, 0, 1).toISOString(),
      created_before: new Date(2026, 1, 1, 23, 59, 59, 999).toISOString(),
    };
    expect(toExportFilters(some)).to.deep.equal({ stage: 'won', ...days });
    expect(toExportFilters({ ...some, resource: 'deals', state: 'closed' })).to.deep.equal({
      status: 'closed',
      ...days,
    });
  });

  it('is polled less often over time, and never after its end', () => {
    expect(getPollInterval('running', 0)).to.be.lessThan(Number(getPollInterval('running', 100)));
    expect(getPollInterval('queued', 0)).to.be.a('number');
    expect(getPollInterval('completed', 0)).to.equal(false);
    expect(getPollInterval(undefined, 0)).to.equal(false);
  });

  it("shows the file size in the locale's format", () => {
    expect([12, 1000, 134_512, 20_000_000].map((bytes) => formatBytes(bytes, 'en'))).to.deep.equal([
      '12 byte',
      '1 kB',
      '134.5 kB',
      '20 MB',
    ]);
  });
});
