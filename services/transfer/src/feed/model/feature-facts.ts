/** Facts that have their own elements in a feed. They are found in the labels of features. */
export interface FeatureFacts {
  readonly hasPool: boolean;
  readonly isLeasehold: boolean;
  readonly isPartOwnership: boolean;
  /** A to G. X while the certificate is in progress. Null if no label gives a rating. */
  readonly consumption: string | null;
  readonly emissions: string | null;
  /** Labels about an energy rating in which no known rating is found. */
  readonly unreadRatings: readonly string[];
}

const poolWords = words('pool pools piscina piscinas piscine zwembad schwimmbad pileta havuz bassein бассейн مسبح');
/** Words in labels that deny a pool or are about something else, such as a pool table. */
const otherPoolWords = words(
  'no non not without sin sans ohne senza sem geen kein table room space possible possibility potential optional car ' +
    'near nearby close permission planned',
);
const energyWords = words('energy energetic energetica energetico energetique energie energia epc ber');
const ratingWords = words(
  'rating rated class certificate label performance band grade epc ber clase classe klasse energieklasse certificado ' +
    'certificacion calificacion consumption emission emissions consumo emisiones co2',
);
const emissionWords = words('emission emissions emisiones emissioni co2');
const denials = words('no not');
const progressWords = words('progress pending process processing tramite requested request');

function toWords(label: string): readonly string[] {
  return (
    label
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function words(text: string): ReadonlySet<string> {
  return new Set(toWords(text));
}

function hasAny(label: readonly string[], known: ReadonlySet<string>): boolean {
  return label.some((word) => known.has(word));
}

/** Returns the rating of a label such as `Energy class B+` or `EPC: A2`; null when it has none. */
function readRating(label: readonly string[]): string | null {
  if (hasAny(label, progressWords)) return 'X';
  const rating = label.findLast((word) => /^[a-gx]\d?$/.test(word));
  return rating?.charAt(0).toUpperCase() ?? null;
}

function isRating(label: readonly string[]): boolean {
  const isAboutEnergy = hasAny(label, energyWords) || label.includes('co2') || label.includes('energieklasse');
  return isAboutEnergy && hasAny(label, ratingWords);
}

/** Reads the facts. The labels of the unit take precedence over the labels of its property. */
export function readFeatureFacts(features: readonly string[]): FeatureFacts {
  const labels = features.map((text) => ({ text, label: toWords(text) }));
  const has = (...phrase: readonly string[]) =>
    labels.some(({ label }) => phrase.every((word) => label.includes(word)) && !hasAny(label, denials));
  const ratings = labels
    .filter(({ label }) => isRating(label))
    .map(({ text, label }) => ({ text, isEmission: hasAny(label, emissionWords), rating: readRating(label) }));
  const find = (isEmission: boolean) =>
    ratings.find((one) => one.isEmission === isEmission && one.rating !== null)?.rating ?? null;
  return {
    hasPool: labels.some(({ label }) => hasAny(label, poolWords) && !hasAny(label, otherPoolWords)),
    isLeasehold: has('leasehold'),
    isPartOwnership: has('part', 'ownership') || has('shared', 'ownership') || has('fractional') || has('timeshare'),
    consumption: find(false),
    emissions: find(true),
    unreadRatings: ratings.filter(({ rating }) => rating === null).map(({ text }) => text),
  };
}
