import { expect } from 'chai';
import { addTimes, formatTimesPerRequest, scaleTimes, subtractTimes } from './processor-time.js';
import { formatSpread, toSpread } from './spread.js';
import { compareWithWanted } from './wanted.js';

describe('Benchmark figures', () => {
  it('are the median, minimum and maximum of the rounds, in any order', () => {
    expect(toSpread([3, 9, 1, 7, 5])).to.deep.equal({ median: 5, min: 1, max: 9 });
    expect(formatSpread([1.256, 0.5, 2], 2)).to.equal('1.26 (0.50 to 2.00)');
  });

  it('are marked when they are missing or do not meet the goal', () => {
    expect(compareWithWanted(1.2, { atLeast: 1.2 })).to.equal('wanted at least 1.2');
    expect(compareWithWanted(1.19, { atLeast: 1.2 })).to.equal('UNDER: wanted at least 1.2');
    expect(compareWithWanted(5.1, { atMost: 5 })).to.equal('OVER: wanted at most 5');
    expect(compareWithWanted(5, { atMost: 5 })).to.equal('wanted at most 5');
    expect(compareWithWanted(Number.NaN, { atMost: 5 })).to.match(/^OVER/);
    expect(compareWithWanted(Number.NaN, { atLeast: 5 })).to.match(/^UNDER/);
  });

  it('exclude the processor time of idle programs', () => {
    const idle = scaleTimes(new Map([['gateway', 20]]), 2.5);
    expect(subtractTimes(new Map([['gateway', 150]]), idle).get('gateway')).to.equal(100);
  });

  it('list the processor time of each program per request, the most expensive first', () => {
    const used = subtractTimes(
      new Map([
        ['gateway', 150],
        ['engine', 400],
        ['team', 70],
      ]),
      new Map([
        ['gateway', 50],
        ['team', 70],
      ]),
    );
    const twice = addTimes([used, new Map([['engine', 100]])]);
    expect(formatTimesPerRequest(twice, 100)).to.equal('6.00 ms: engine 5.00, gateway 1.00');
  });
});
