import type { PricedLead } from '@plotline/pipeline/leads/store/lead-prices';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startPrices, tenant } from '../../support/price-fixture.js';

/** Limits for one run. The listing has so many leads that a run handles only a small part. */
const bounds = { maxRead: 20, maxChanged: 15 };
const leadsPerRequest = 13;
const leadCount = 5 * leadsPerRequest;
/** Offset of the test worker's clock. The service's own worker finds nothing due. */
const lateMs = 3_600_000;
const laterMs = lateMs + 6_000;

describe('a pass over the leads of a listing', () => {
  const prices = useFixturePerTest(startPrices);

  async function changePrice(unit: string): Promise<void> {
    prices().amounts.set(unit, 100_000);
    const late = new Date(Date.now() + lateMs);
    const work = { subjectIds: [unit], requestId: 'req_1', since: late, resumeAt: late };
    await prices().pipeline.context.priceRefreshQueue.enqueue(tenant, work);
  }

  beforeEach(async () => {
    for (let count = 0; count < leadCount; count += leadsPerRequest)
      await prices().createLeads('unit_a', leadsPerRequest);
    await changePrice('unit_a');
  });

  /** Records the leads in each part of a pass. */
  function watch() {
    const { leadPrices } = prices().pipeline.context;
    const find = leadPrices.findNext.bind(leadPrices);
    const reads: (readonly PricedLead[])[] = [];
    leadPrices.findNext = async (...call) => {
      const leads = await find(...call);
      reads.push(leads);
      return leads;
    };
    return reads;
  }

  async function countVersions(): Promise<number[]> {
    const { live } = prices().pipeline.runtime.databases;
    const leads = await live.collection('leads').find().toArray();
    return [...new Set(leads.map(({ version }) => Number(version)))];
  }

  it('changes each lead once, and reads leads in limited parts', async () => {
    const reads = watch();
    await prices().runWorker(lateMs, {}, bounds);
    expect(await prices().findOutdated()).to.deep.equal([]);
    expect(await countVersions()).to.deep.equal([2]);
    for (const leads of reads) expect(leads.length).to.be.at.most(bounds.maxRead);
  });

  it('reads each lead once, even in the next pass', async () => {
    await prices().runWorker(lateMs, {}, bounds);
    const reads = watch();
    await prices().runWorker(laterMs, {}, bounds);
    const ids = reads.flat().map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).to.deep.equal([leadCount, leadCount]);
  });

  it('continues after a crash, without rereading finished leads', async () => {
    const repair = prices().failAfter(2);
    await prices().runWorker(lateMs, {}, bounds);
    expect(await prices().findOutdated()).to.have.length(leadCount - 2 * bounds.maxChanged);
    repair();
    const left = new Set((await prices().findOutdated()).map((lead) => String(Reflect.get(lead, '_id'))));
    const reads = watch();
    await prices().runWorker(laterMs, {}, bounds);
    expect(await prices().findOutdated()).to.deep.equal([]);
    expect(await countVersions()).to.deep.equal([2]);
    expect(reads[0]?.every(({ id }) => left.has(id))).to.equal(true);
  });

  it('restarts when the price changes during the pass', async () => {
    prices().whenAsked = async () => {
      if (reads.length === 2) prices().amounts.set('unit_a', 50_000);
    };
    const reads = watch();
    await prices().runWorker(lateMs, {}, bounds);
    expect(await prices().findOutdated()).to.deep.equal([]);
  });

  it('does not block another listing in the workspace until it ends', async () => {
    await prices().createLeads('unit_b', 3);
    await changePrice('unit_b');
    const seen: number[] = [];
    prices().whenAsked = async () => {
      seen.push((await prices().findOutdated()).filter((lead) => lead.interested_properties.includes('unit_b')).length);
    };
    await prices().runWorker(lateMs, {}, bounds);
    expect(seen.indexOf(0), seen.join(' ')).to.be.within(1, 3);
    expect(await prices().findOutdated()).to.deep.equal([]);
  });
});
