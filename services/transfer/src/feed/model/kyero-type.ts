/**
 * Types that Kyero converts to its standard types, each with other words for it. The first match wins, so narrow types
 * come before the wider types that contain them.
 */
const types: readonly (readonly [string, string])[] = [
  ['penthouse', 'penthouse, atico, attique'],
  ['duplex', 'duplex, maisonette'],
  ['triplex', 'triplex'],
  ['studio', 'studio, estudio, bedsit'],
  ['terraced house', 'terraced, row house'],
  ['town house', 'townhouse, town house, semi detached, adosado, pareado, linked house'],
  ['village house', 'village house'],
  ['cave house', 'cave house, cave'],
  ['country house', 'country house, cottage, casa de campo'],
  ['farmhouse', 'farmhouse, farm house'],
  ['finca', 'finca, masia, quinta'],
  ['cortijo', 'cortijo'],
  ['farm', 'farm'],
  ['bungalow', 'bungalow'],
  ['wooden home', 'wooden home, wooden house, log cabin, chalet de madera'],
  ['ruin', 'ruin'],
  ['garage', 'garage, garaje, parking, parking space, parking bay, car park'],
  ['apartment', 'apartment, apartamento, appartement, flat, condo, condominium, loft, piso'],
  [
    'commercial property',
    'commercial, comercial, office, shop, retail, warehouse, restaurant, cafe, bar, hotel, showroom, industrial, ' +
      'business, oficina, clinic',
  ],
  ['villa', 'villa, chalet, mansion, detached house, house, casa'],
  ['land', 'land, plot, parcela, terreno'],
];

/**
 * Maps inventory's types of properties to Kyero's types. Null for a mixed property, whose units have their own types.
 */
const propertyTypes: ReadonlyMap<string, string | null> = new Map([
  ['villa', 'villa'],
  ['apartment', 'apartment'],
  ['townhouse', 'town house'],
  ['penthouse', 'penthouse'],
  ['commercial', 'commercial property'],
  ['land', 'land'],
  ['mixed_use', null],
]);

/** Matches labels that give only the number of bedrooms: `2BR`, `3 bed`, `T2`, `1 bedroom + maid`. */
const bedroomLabel = /^(?:t\d{1,2}|\d{1,2} ?(?:br|bhk|b|bed|beds|bedroom|bedrooms)\b)/i;

/** Returns the words without accents and plurals, each surrounded by spaces. */
function toPhrase(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.map((word) => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word)).join(' ')} `;
}

const phrases = types.map(([type, others]) => ({ type, phrases: others.split(', ').map(toPhrase) }));

/**
 * Matches a word that starts an addition. The text after it doesn't describe the home itself, as in `2BR with parking`.
 */
const addition = /\s(?:with|incl|including|con|avec|mit)\s|[+,(]/i;

function findType(label: string): string | null {
  const phrase = toPhrase(label.split(addition, 1).join());
  return phrases.find((known) => known.phrases.some((words) => phrase.includes(words)))?.type ?? null;
}

interface TypedUnit {
  readonly type: string | null;
  readonly bedrooms: number | null;
  readonly property: { readonly type: string };
}

export interface KyeroType {
  /** Null when Kyero has no type for the unit or its property. */
  readonly type: string | null;
  /** Whether the unit has a label in which no word is known. */
  readonly isUnread: boolean;
}

/**
 * Returns the type of a unit, from its own label or else from its property. A home in a mixed property is an apartment.
 */
export function toKyeroType({ type, bedrooms, property }: TypedUnit): KyeroType {
  const own = type === null ? null : findType(type);
  const shared = propertyTypes.get(property.type) ?? findType(property.type);
  const isHome = bedrooms !== null || bedroomLabel.test(type ?? '');
  const isUnread = type !== null && type.trim() !== '' && own === null && !bedroomLabel.test(type.trim());
  return { type: own ?? shared ?? (isHome ? 'apartment' : null), isUnread };
}
