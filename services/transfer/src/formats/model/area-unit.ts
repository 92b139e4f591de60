export interface AreaUnit {
  /** Usual short name, such as `sqft`. */
  readonly name: string;
  readonly squareMeters: number;
}

/** Units of area with their size in square metres and their usual spellings in the languages of feeds and offices. */
const units: readonly (readonly [string, number, string])[] = [
  [
    'sqm',
    1,
    'sqm, sqmt, sqmtr, sqmetre, sqmeter, sq m, sq mt, sq mtr, sq metre, sq meter, square metre, square meter, square m, ' +
      'metre squared, meter squared, m squared, m sq, m2, mt2, mtr2, mts2, sm, smt, qm, mq, kvm, m, metre, meter, ' +
      'quadratmeter, kvadratmeter, vierkante meter, metro cuadrado, m cuadrado, mts cuadrado, metro quadrado, ' +
      'metre carre, metri quadri, metri quadrati, metro quadro, metrekare, neliometri, м2, кв м, кв метр, ' +
      'квадратный метр, квадратных метров, квадратные метры, م2, م مربع, متر مربع, متر2, 平方米, 平米, 平方公尺',
  ],
  [
    'sqft',
    0.092_903_04,
    'sqft, sqfoot, sqfeet, sqrft, sq ft, sq foot, sq feet, square ft, square foot, square feet, foot squared, ' +
      'feet squared, ft squared, ft sq, ft2, foot2, feet2, sf, sft, ft, foot, feet, pie cuadrado, pies2, pe quadrado, ' +
      'pied carre, piede quadrato, piedi quadrati, quadratfuß, кв фут, квадратных футов, قدم2, قدم مربع, قدم مربعة, ' +
      '平方英尺, 平方呎',
  ],
  ['sqyd', 0.836_127_36, 'sqyd, sqyard, sq yd, sq yard, square yd, square yard, yd2, yard2, yard, gaj'],
  ['ha', 10_000, 'ha, hectare, hectarea, hektar, ettaro, ettari, гектар, га, هكتار, 公顷'],
  ['acre', 4_046.856_422_4, 'acre, ac, acr'],
  ['are', 100, 'are'],
  ['dunam', 1_000, 'dunam, dunum, donum, decare, دونم'],
  ['feddan', 4_200.833_3, 'feddan, فدان'],
  ['tsubo', 3.305_785, 'tsubo, pyeong, ping, 坪, 평'],
  ['rai', 1_600, 'rai'],
  ['marla', 25.292_852_64, 'marla'],
  ['kanal', 505.857_052_8, 'kanal'],
  ['sqkm', 1_000_000, 'km2, sqkm, sq km, square kilometre, square kilometer'],
];

/** Reduces a spelling to its letters and digits, without accents and without the plural ending of Latin words. */
function toKey(spelling: string): string {
  const words =
    spelling
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word)).join('');
}

const unitsBySpelling: ReadonlyMap<string, AreaUnit> = new Map(
  units.flatMap(([name, squareMeters, spellings]) =>
    spellings.split(', ').map((spelling) => [toKey(spelling), { name, squareMeters }] as const),
  ),
);

/** Returns the unit of area for a text such as `sq. ft.`; undefined for an unknown unit. */
export function findAreaUnit(text: string): AreaUnit | undefined {
  return unitsBySpelling.get(toKey(text));
}
