import { type Counter, CounterTotals, sumCounters } from '@plotline/pipeline/counters/model/counter';
import { countMoney, readAmount, readRevenue } from '@plotline/pipeline/counters/model/money';
import { countDeal } from '@plotline/pipeline/sales/model/count-deal';
import type { Deal } from '@plotline/pipeline/sales/model/deal';
import { closeSale } from '@plotline/pipeline/sales/model/sale';
import { expect } from 'chai';
import { sampleLead, startedAt } from '../../support/sample-lead.js';
import { sampleFacts, sampleSale } from '../../support/sample-sale.js';

const largest = 1_000_000_000_000_000;
const { deal: sample } = closeSale(sampleSale(), sampleLead(), sampleFacts, startedAt);

function randomBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}

/** Amount of any size with up to six decimal places, as a number and in millionths. */
function randomAmount(): { amount: number; millionths: bigint } {
  if (Math.random() < 0.2) return { amount: largest, millionths: BigInt(largest) * 1_000_000n };
  const decimals = randomBelow(7);
  const digits = BigInt(1 + randomBelow(10 ** (1 + randomBelow(15))));
  return { amount: Number(`${digits}e-${decimals}`), millionths: digits * 10n ** BigInt(6 - decimals) };
}

/** Rounds half up to cents. */
function inCents(millionths: bigint): number {
  return Number(`${(2n * millionths + 10_000n) / 20_000n}e-2`);
}

/** Counter for the deals' day, of the agent who closed them or of the workspace. */
function toDay(counters: readonly Counter[], agent = 'agent_1'): CounterTotals {
  return new CounterTotals(counters.filter(({ agent_id, day }) => agent_id === agent && day !== ''));
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

/** Closes deals and cancels most of them. Returns the counter changes, and the remaining sum in millionths. */
function randomRun(): { changes: Counter[][]; left: bigint } {
  const changes: Counter[][] = [];
  let left = 0n;
  for (let step = 0; step < 60; step += 1) {
    const { amount, millionths } = randomAmount();
    const deal: Deal = { ...sample, value: amount, commission: amount };
    changes.push(sumCounters(countDeal(deal)));
    if (Math.random() < 0.7) changes.push(sumCounters([], countDeal(deal)));
    else left += millionths;
  }
  return { changes, left };
}

describe('counted amounts of money', () => {
  it('equal a recount to the last digit after any deals and cancellations in any order', () => {
    for (let run = 0; run < 100; run += 1) {
      const { changes, left } = randomRun();
      const oneByOne = toDay(shuffled(changes).flat());
      for (const name of ['closed', 'pending', 'commission']) {
        expect(readAmount(oneByOne, name, 'USD'), name).to.equal(inCents(left));
      }
      const some = randomBelow(changes.length);
      const summed = [
        ...sumCounters(changes.slice(some).flat()),
        ...sumCounters(shuffled(changes.slice(0, some)).flat()),
      ];
      expect(readAmount(toDay(summed, ''), 'revenue:website', 'USD')).to.equal(inCents(left));
    }
  });

  it('keep a sum of seven cents after the largest possible deal was added and cancelled', () => {
    const [huge, small] = [largest, 0.07].map((value) => countDeal({ ...sample, value }));
    const counters = [...sumCounters([...(huge ?? []), ...(small ?? [])]), ...sumCounters([], huge)];
    expect(readRevenue(toDay(counters))).to.deep.equal([{ currency: 'USD', closed: 0.07, pending: 0.07 }]);
  });

  it('remain exact for millions of the largest deals', () => {
    for (const part of Object.values(countMoney('closed:USD', largest - 0.125))) {
      expect(Number.isSafeInteger(part * 9_000_000)).to.equal(true);
    }
  });

  it('are rounded once, when read, so that three thirds of a cent are a cent', () => {
    const third = countMoney('closed:USD', 0.003_333);
    const totals = new CounterTotals([third, third, third].map((counts) => ({ counts })));
    expect(readRevenue(totals)).to.deep.equal([{ currency: 'USD', closed: 0.01, pending: 0 }]);
    const below = new CounterTotals([{ counts: countMoney('closed:USD', 0.004_999_999_9) }]);
    expect(readAmount(below, 'closed', 'USD')).to.equal(0);
  });

  it('are separate for each currency, and absent if they are zero', () => {
    const counts = { ...countMoney('closed:USD', 2_000_000), ...countMoney('closed:JPY', 12), 'closed:EUR:units': 0 };
    expect(readRevenue(new CounterTotals([{ counts }]))).to.deep.equal([
      { currency: 'JPY', closed: 12, pending: 0 },
      { currency: 'USD', closed: 2_000_000, pending: 0 },
    ]);
  });
});
