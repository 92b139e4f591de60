import { getPollInterval } from '@plotline/dashboard/api/job-polling';
import { expect } from 'chai';

describe('a background job', () => {
  it('is polled less often over time, and never after it has ended', () => {
    expect(getPollInterval('running', 0)).to.be.lessThan(Number(getPollInterval('running', 100)));
    expect(getPollInterval('queued', 0)).to.be.a('number');
    expect(getPollInterval('completed', 0)).to.equal(false);
    expect(getPollInterval(undefined, 0)).to.equal(false);
  });
});
