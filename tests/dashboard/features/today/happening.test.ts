import { toHappening } from '@plotline/dashboard/features/today/happening';
import { expect } from 'chai';

const values = [{ currency: 'AED', amount: 450_000 }];

describe('news about leads', () => {
  it('shows the stage that leads moved to, and a value only for sales', () => {
    expect(toHappening({ stage: 'viewing', count: 2, values })).to.deep.equal({
      count: 2,
      text: 'moved to Viewing',
      values: [],
      search: { stage: 'viewing', sort: 'stage_entered_at' },
      leads: [],
    });
    expect(toHappening({ stage: 'won', count: 1, values })).to.deep.include({ text: 'won', values });
    expect(toHappening({ stage: 'lost', count: 1, values })).to.deep.include({ text: 'lost', values: [] });
  });

  it('omits stages without leads, and the first stage, because its leads are listed as new', () => {
    expect(toHappening({ stage: 'viewing', count: 0, values: [] })).to.equal(undefined);
    expect(toHappening({ stage: 'new', count: 3, values })).to.equal(undefined);
  });
});
