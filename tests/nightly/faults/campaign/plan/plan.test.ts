import { expect } from 'chai';
import { faultTargets } from './faults.js';
import { parseSeeds } from './parse-seeds.js';
import { actorKinds, createPlan } from './plan.js';

describe('the campaign plan', () => {
  it('depends only on the seed and the length', () => {
    expect(createPlan(7, 60)).to.deep.equal(createPlan(7, 60));
    expect(createPlan(7, 60).faults).to.not.deep.equal(createPlan(8, 60).faults);
    expect(createPlan(7, 60).actors).to.not.deep.equal(createPlan(8, 60).actors);
  });

  it('kills and freezes every target if the plan is long enough, and never hits a frozen target', () => {
    const { faults } = createPlan(1, 120);
    for (const target of faultTargets) {
      const own = faults.filter((fault) => fault.target === target);
      expect([...new Set(own.map(({ kind }) => kind))], target).to.have.members(['kill', 'freeze']);
      own.slice(1).forEach(({ atMs }, place) => {
        const before = own[place];
        expect(atMs, target).to.be.above((before?.atMs ?? 0) + (before?.durationMs ?? 0));
      });
    }
  });

  it('freezes targets for 1 to 6 s, and begins no fault at the end of the load', () => {
    for (const { atMs, kind, durationMs } of createPlan(3, 300).faults) {
      if (kind === 'freeze') expect(durationMs).to.be.within(1_000, 6_000);
      expect(atMs).to.be.within(1_500, 298_500);
    }
  });

  it('has every kind of caller in each mode of each workspace', () => {
    const { actors, tenants } = createPlan(1, 10);
    expect(tenants).to.have.length(4);
    for (const { name } of tenants) {
      const kinds = actors.filter(({ tenant }) => tenant === name).map(({ kind }) => kind);
      expect([...new Set(kinds)]).to.have.members([...actorKinds]);
    }
  });
});

describe('the seeds of a campaign', () => {
  it('are a number, a list or a range', () => {
    expect(parseSeeds('7')).to.deep.equal([7]);
    expect(parseSeeds('3,5,8')).to.deep.equal([3, 5, 8]);
    expect(parseSeeds('2..5')).to.deep.equal([2, 3, 4, 5]);
  });

  for (const text of ['', 'a', '5..2', '1..', '1...3', '1,', '1..99999']) {
    it(`cannot be "${text}"`, () => {
      expect(() => parseSeeds(text)).to.throw('seeds');
    });
  }
});
