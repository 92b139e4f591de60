import { expect } from 'chai';
import type { XmlElement } from './xml-tree.js';

/**
 * Content of an element in the format: a text, or elements in order. `?` marks optional elements, and `*` elements that
 * may be repeated.
 */
interface Rule {
  readonly text?: RegExp;
  readonly children?: Readonly<Record<string, Rule>>;
}

const whole: Rule = { text: /^\d+$/ };
const some: Rule = { text: /\S/ };
const languages = ['ca', 'da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pt', 'ru', 'sv'];
const decimal: Rule = { text: /^(?=.{1,15}$)-?\d+(\.\d+)?$/ };

/** Text without control characters, of a limited length. */
const upTo = (length: number): Rule => ({ text: new RegExp(`^[^\\x00-\\x1f]{1,${length}}$`, 'u') });
const mark: Rule = { text: /^[01]$/ };
const rating: Rule = { text: /^[A-GX]$/ };

/**
 * Follows Kyero's schema for version 3, with the limits in its import specification (services/transfer/design/feed.md).
 */
const kyero: Rule = {
  children: {
    kyero: { children: { feed_version: { text: /^3$/ } } },
    'property*': {
      children: {
        id: { text: /^.{1,50}$/ },
        date: { text: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ },
        ref: upTo(255),
        price: { text: /^\d{1,8}$/ },
        currency: { text: /^(EUR|GBP|USD)$/ },
        price_freq: { text: /^sale$/ },
        'part_ownership?': mark,
        'leasehold?': mark,
        'new_build?': mark,
        type: { text: /^[a-zA-Z&\s()/-]{3,}$/ },
        town: some,
        province: some,
        'country?': some,
        'location?': { children: { latitude: decimal, longitude: decimal } },
        'location_detail?': upTo(50),
        beds: whole,
        baths: whole,
        pool: mark,
        'surface_area?': { children: { 'built?': whole, 'plot?': whole } },
        'energy_rating?': { children: { 'consumption?': rating, 'emissions?': rating } },
        'virtual_tour_url?': upTo(255),
        desc: { children: Object.fromEntries(languages.map((language) => [`${language}?`, some])) },
        'features?': { children: { 'feature*': upTo(35) } },
        'images?': {
          children: {
            'image*': {
              children: { url: { text: /^https?:/ }, 'tags?': { children: { tag: { text: /^floorplan$/ } } } },
            },
          },
        },
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
