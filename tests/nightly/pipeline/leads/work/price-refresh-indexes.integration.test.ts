import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { startPrices } from '../../../../pipeline/support/price-fixture.js';
import { Explainer, type IssuedQuery, issuedQueries } from '../../../../support/issued-queries.js';
import { useFixture } from '../../../../support/use-fixture.js';

/**
 * Finds the next leads for one listing. The local engine sorts them, because it can't use the order of an index on an
 * array.
 */
function isWalk({ collection, filter, options }: IssuedQuery): boolean {
  return collection === 'leads' && 'interested_properties' in filter && 'sort' in options;
}

/** Number of queries of each shape to explain. Hundreds of queries differ only in ids and times. */
const explainedOfShape = 5;

function toShape(query: unknown): string {
  return JSON.stringify(query, (_name, value) =>
    typeof value === 'string' || typeof value === 'number' ? typeof value : value,
  );
}

/** The local engine's bridge doesn't report where a query came from. */
async function isMongoDb({ db }: Connection): Promise<boolean> {
  const build = await db?.admin().buildInfo();
  return build?.gitVersion !== undefined;
}

/** Query stages that read a whole collection or sort in memory. */
function forbiddenStages(query: IssuedQuery, isOrdered: boolean): string[] {
  return isWalk(query) && !isOrdered ? ['COLLSCAN'] : ['COLLSCAN', 'SORT'];
}

describe('every query of the price refresh', () => {
  const prices = useFixture(startPrices);
  before(async () => {
    for (const unit of ['unit_a', 'unit_b', 'unit_c']) await prices().createLeads(unit, 120);
  });

  it('is served by indexes, and on MongoDB without a sort in memory', async () => {
    prices().amounts.set('unit_a', 100_000);
    prices().amounts.set('unit_b', 'gone');
    const issued = await issuedQueries(['leads', 'price_refresh_queue'], async () => {
      await Promise.all([prices().consumeChange('unit_a'), prices().consumeRemoval(['unit_b', 'unit_x'])]);
      for (const laterMs of [0, 6_000, 140_000]) await prices().runWorker(laterMs);
      prices().amounts.set('unit_c', 50_000);
      await prices().consumeChange('unit_c');
      for (const laterMs of [0, 140_000]) await prices().runWorker(laterMs, {}, { maxRead: 50, maxChanged: 20 });
    });
    expect(await prices().findOutdated()).to.deep.equal([]);
    const database = prices().pipeline.runtime.databases.live;
    const isOrdered = await isMongoDb(database);
    const explainer = new Explainer(() => database);
    const used = new Set<string>();
    const explained = new Map<string, number>();
    for (const query of issued) {
      const { collection, method, filter, options } = query;
      if (method.startsWith('insert')) continue;
      const { session: _ended, ...rest } = { session: null, ...options };
      const shape = `${collection} ${method} ${toShape([filter, rest])}`;
      const count = (explained.get(shape) ?? 0) + 1;
      explained.set(shape, count);
      if (count > explainedOfShape) continue;
      const stages = await explainer.explain({ collection, filter, options: method === 'find' ? rest : {} });
      const why = `${collection}.${method} ${JSON.stringify(filter)}: ${stages.join(' ')}`;
      expect(stages, why).to.include('IXSCAN');
      expect(stages, why).to.not.include.oneOf(forbiddenStages(query, isOrdered));
      used.add(`${collection} ${method}`);
    }
    expect([...used]).to.include.members([
      'leads find',
      'leads updateOne',
      'price_refresh_queue find',
      'price_refresh_queue updateMany',
    ]);
  });
});
