import { setTimeout as sleep } from 'node:timers/promises';
import type { Listings } from '@plotline/pipeline/peers/inventory';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { budget, startPrices, tenant } from '../../support/price-fixture.js';

const dueMs = 6_000;

/** Latest time at which leads are checked after a change. */
const looksMs = [0, 2_000, 5_000, 16_000, 70_000, 140_000];

describe('leads that are interested in listings that change', () => {
  const prices = useFixturePerTest(startPrices);

  /** Answers as inventory does, but late. So the answer may be outdated when it is stored. */
  function late(maxMs: number): Listings {
    const { find, findNamed } = prices().pipeline.context.listings;
    return {
      findNamed,
      find: async (...question) => {
        const answer = await find(...question);
        await sleep(Math.random() * maxMs);
        return answer;
      },
    };
  }

  it('eventually have current prices even if replicas use responses from different times', async () => {
    await prices().createLeads('unit_a', 200);
    const change = async () => {
      for (const amount of [50_000, 2_000_000, 90_000, 3_000_000, 100_000]) {
        prices().amounts.set('unit_a', amount);
        await prices().consumeChange('unit_a');
        await sleep(60);
      }
    };
    const replicas = [0, 40, 120].map((maxMs) => prices().runWorker(dueMs, { listings: late(maxMs) }));
    await Promise.all([change(), ...replicas]);
    await prices().runWorker(2 * dueMs);
    expect(await prices().findOutdated()).to.deep.equal([]);
  });

  it('eventually have current prices when prices, listings and leads change at random', async () => {
    const units = ['unit_a', 'unit_b', 'unit_c', 'unit_d'];
    const pick = () => units[Math.floor(Math.random() * units.length)] ?? 'unit_a';
    const { pipeline, amounts } = prices();
    prices().whenAsked = () => sleep(Math.random() * 40);
    const leads = await Promise.all(
      Array.from({ length: 20 }, () => pipeline.lead({ budget, interested_properties: [pick()] })),
    );
    const steps: readonly (() => Promise<unknown>)[] = [
      async () => {
        const id = pick();
        if (amounts.get(id) === 'gone') return;
        amounts.set(id, Math.random() < 0.1 ? null : Math.ceil(Math.random() * 300_000));
        await prices().consumeChange(id);
      },
      () => pipeline.request('POST', '/v1/leads', { body: { ...leads[0], interested_properties: [pick(), pick()] } }),
      () => {
        const lead = leads[Math.floor(Math.random() * leads.length)];
        return pipeline.request('PUT', `/v1/leads/${lead.id}`, { body: { interested_properties: [pick()] } });
      },
      () => {
        const lead = leads[Math.floor(Math.random() * leads.length)];
        return pipeline.request('PUT', `/v1/leads/${lead.id}`, { body: { timeline: '3_months', phone: null } });
      },
    ];
    const actor = async () => {
      for (let step = 0; step < 25; step += 1) await steps[Math.floor(Math.random() * steps.length)]?.();
    };
    const goes = async () => {
      await sleep(150);
      amounts.set('unit_d', 'gone');
      await Promise.all([prices().consumeRemoval(['unit_d']), prices().consumeChange('unit_d')]);
    };
    await Promise.all([actor(), actor(), actor(), actor(), goes(), prices().runWorker(0), prices().runWorker(0)]);
    prices().whenAsked = async () => undefined;
    for (const laterMs of looksMs) await prices().runWorker(laterMs);
    expect(await prices().findOutdated()).to.deep.equal([]);
  });

  it('are all refreshed even if the worker fails after the first batch', async () => {
    await prices().createLeads('unit_a', 130);
    prices().amounts.set('unit_a', 100_000);
    const { priceRefreshQueue } = prices().pipeline.context;
    const reschedule = priceRefreshQueue.reschedule.bind(priceRefreshQueue);
    const repair = prices().failAfter(1);
    priceRefreshQueue.reschedule = async () => {
      throw new Error('cut off');
    };
    await prices().consumeChange('unit_a');
    await prices()
      .runWorker(0)
      .catch(() => undefined);
    await eventually(async () => expect(await prices().findOutdated()).to.have.length(80));
    priceRefreshQueue.reschedule = reschedule;
    repair();
    await prices().runWorker(dueMs);
    expect(await prices().findOutdated()).to.deep.equal([]);
  });

  it('are changed once when several of their listings change', async () => {
    const { pipeline, amounts } = prices();
    const units = ['unit_a', 'unit_b', 'unit_c'];
    const { id } = await pipeline.lead({ budget, interested_properties: units });
    for (const unit of units) amounts.set(unit, 100_000);
    const now = new Date();
    const work = { subjectIds: units, requestId: 'req_1', since: now, resumeAt: now };
    await pipeline.context.priceRefreshQueue.enqueue(tenant, work);
    await prices().runWorker(0);
    expect(await prices().findOutdated()).to.deep.equal([]);
    expect(await pipeline.eventNames(id)).to.deep.equal(['lead.created', 'lead.updated']);
  });

  it('are not delayed by many changes in another workspace', async () => {
    const two = { workspaceId: 'ws_two' };
    const other = await prices().pipeline.lead({ budget, interested_properties: ['unit_z'] }, two);
    const many = Array.from({ length: 300 }, (_, place) => `unit_${place}`);
    await prices().createLeads('unit_a', 250);
    const asked: string[] = [];
    prices().whenAsked = async (_ids, workspaceId) => {
      asked.push(workspaceId);
    };
    for (const id of ['unit_a', 'unit_z']) prices().amounts.set(id, 100_000);
    await prices().consumeRemoval(['unit_a', ...many]);
    await prices().consumeChange('unit_z', { price: null }, 'ws_two');
    await prices().runWorker(0);
    expect(asked.slice(asked.indexOf('ws_two')).length, asked.join(' ')).to.be.greaterThan(5);
    const { body } = await prices().pipeline.request('GET', `/v1/leads/${other.id}`, { as: two });
    expect(body.score).to.equal(other.score + 20);
    expect(await prices().findOutdated()).to.deep.equal([]);
  });
});
