import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const root = join(import.meta.dirname, '..', '..');
const folders = ['auth', 'connect', 'inventory', 'kit', 'pipeline', 'team', 'transfer', 'webhook'].map(
  (name) => `services/${name}/src`,
);

/** Matches the message of a refusal: `conflict('…'`, `unavailable(`…``, `new Problem('CODE', '…'`. */
const refusal = /\b(?:conflict\(|unavailable\(|new Problem\(\s*'[A-Z_]+',)\s*(['`])((?:(?!\1).)+)\1/g;

const messages = [...folders, 'gateway/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const source = readFileSync(join(root, folder, path), 'utf8');
      return [...source.matchAll(refusal)].map(([, , text = '']) => ({ path: `${folder}/${path}`, text }));
    }),
);

describe('error messages', () => {
  it('are sentences that start with a capital letter or a value and end with a full stop', () => {
    expect(messages.length).to.be.greaterThan(60);
    const wrong = messages.filter(({ text }) => !/^(?:[A-Z]|\$\{).*[.}]$/.test(text));
    expect(wrong).to.deep.equal([]);
  });
});
