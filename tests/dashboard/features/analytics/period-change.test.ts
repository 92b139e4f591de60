import { getChange, getPointChange } from '@plotline/dashboard/features/analytics/period-change';
import { expect } from 'chai';

describe('the change from the previous period', () => {
  it('is a percentage of the previous figure, with its direction', () => {
    expect(getChange(125, 100, 'en')).to.deep.equal({ direction: 'up', text: '+25%' });
    expect(getChange(1, 3, 'en')).to.deep.equal({ direction: 'down', text: '-66.7%' });
    expect(getChange(0, 3, 'en')).to.deep.equal({ direction: 'down', text: '-100%' });
    expect(getChange(3, 3, 'en')).to.deep.equal({ direction: 'same', text: 'no change' });
  });

  it('has no percentage if the previous figure is zero', () => {
    expect(getChange(3, 0, 'en')).to.deep.equal({ direction: 'up', text: 'up' });
    expect(getChange(0, 0, 'en')).to.deep.equal({ direction: 'same', text: 'no change' });
  });

  it('is in percentage points for figures that are percentages', () => {
    expect(getPointChange(0.082, 0.07, 'en')).to.deep.equal({ direction: 'up', text: '+1.2 points' });
    expect(getPointChange(0.05, 0.07, 'en')).to.deep.equal({ direction: 'down', text: '-2 points' });
    expect(getPointChange(0.07001, 0.07, 'en')).to.deep.equal({ direction: 'same', text: 'no change' });
  });
});
