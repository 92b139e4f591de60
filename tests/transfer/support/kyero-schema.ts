import { expect } from 'chai';
import type { XmlElement } from './xml-tree.js';

/** Content of an element of the format: a text, or elements in order; `?` is optional, `*` may be repeated. */
interface Rule {
  readonly text?: RegExp;
  readonly children?: Readonly<Record<string, Rule>>;
}

const whole: Rule = { text: /^\d+$/ };
const some: Rule = { text: /\S/ };
const decimal: Rule = { text: /^-?\d+(\.\d+)?$/ };

/** Follows services/transfer/design/feed.md. */
const kyero: Rule = {
  children: {
    kyero: { children: { feed_version: { text: /^3$/ } } },
    'property*': {
      children: {
        id: { text: /^.{1,50}$/ },
        date: { text: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ },
        ref: some,
        price: whole,
        currency: { text: /^[A-Z]{3}$/ },
        price_freq: { text: /^sale$/ },
        new_build: { text: /^1$/ },
        type: some,
        'town?': some,
        'province?': some,
        'country?': some,
        'location?': { children: { latitude: decimal, longitude: decimal } },
        'location_detail?': some,
        'beds?': whole,
        'baths?': whole,
        'surface_area?': { children: { 'built?': whole, 'plot?': whole } },
        desc: { children: { en: some } },
        'features?': { children: { 'feature*': some } },
        'images?': { children: { 'image*': { children: { url: { text: /^https?:/ } } } } },
      },
    },
  },
};

/** Fails unless the element and its content match the schema. */
export function assertKyero(element: XmlElement, rule: Rule = kyero): void {
  if (rule.text) expect(element.text, element.name).to.match(rule.text);
  else expect(element.text.trim(), element.name).to.equal('');
  let rest = element.children;
  for (const [key, childRule] of Object.entries(rule.children ?? {})) {
    const name = key.replace(/[?*]$/, '');
    const count = rest.findIndex((child) => child.name !== name);
    const found = count === -1 ? rest : rest.slice(0, count);
    if (key === name) expect(found, `${name} in ${element.name}`).to.have.length(1);
    if (key.endsWith('?')) expect(found.length, `${name} in ${element.name}`).to.be.at.most(1);
    for (const child of found) assertKyero(child, childRule);
    rest = rest.slice(found.length);
  }
  expect(
    rest.map(({ name }) => name),
    `beside what ${element.name} may have`,
  ).to.deep.equal([]);
}
