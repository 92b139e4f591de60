import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { listDeclaredCollections } from './declared-collections.js';

const note = readFileSync(new URL('../../deploy/sharding.md', import.meta.url), 'utf8');

/** Rows in the table of unsharded collections: `service`, `collection`, reason. */
const whole = [...note.matchAll(/^\| (\w+) +\| `(\w+)` +\| (\S.*\S) +\|$/gm)].map(
  ([, service = '', collection = '', why = '']) => ({
    service,
    collection,
    why,
  }),
);
const isWhole = (service: string, collection: string) =>
  whole.some((row) => (row.service === service || row.service === 'every') && row.collection === collection);

describe('Shard keys', () => {
  const declared = [...listDeclaredCollections()].flatMap(([service, collections]) =>
    collections.map((collection) => ({ service, ...collection })),
  );

  it('start every unique index of a sharded collection with workspace_id', () => {
    const misfits = declared
      .filter(({ service, name }) => !isWhole(service, name))
      .flatMap(({ service, name, indexes }) =>
        indexes
          .filter(({ unique, keys }) => unique && Object.keys(keys)[0] !== 'workspace_id')
          .map((index) => `${service} ${name}.${index.name}`),
      );
    expect(declared).to.have.length.above(50);
    expect(misfits).to.deep.equal([]);
  });

  it('are documented, with a reason for each unsharded collection that exists', () => {
    const strange = whole.filter(
      ({ service, collection }) =>
        !declared.some((one) => (service === 'every' || one.service === service) && one.name === collection),
    );
    expect(strange).to.deep.equal([]);
    expect(whole).to.have.length.above(10);
    for (const { collection, why } of whole) expect(why, collection).to.match(/^\S+( \S+){2,}/);
  });
});
