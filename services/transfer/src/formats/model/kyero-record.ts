import type { FileRecord } from './file-record.js';

type Values = Readonly<Record<string, string | readonly string[]>>;

/** Words in Kyero's types, with the corresponding type of property. The first match wins. */
const propertyTypes: readonly (readonly [RegExp, string])[] = [
  [/mixed/, 'mixed_use'],
  [/penthouse|attic|atico|ático/, 'penthouse'],
  [/town|terrace|adosad|semi|row house/, 'townhouse'],
  [/apartment|flat|studio|duplex|loft|condo|piso/, 'apartment'],
  [/plot|land|parcel|terreno/, 'land'],
  [/commercial|shop|office|business|hotel|restaurant|warehouse|industrial|garage|parking/, 'commercial'],
  [/villa|house|chalet|finca|cortijo|bungalow|detached|farm|estate|masia|cottage|cave/, 'villa'],
];

/** Returns the type of property. Returns an unknown type unchanged, so that the error message shows it. */
function toPropertyType(type: string): string {
  const name = type.toLowerCase();
  return propertyTypes.find(([words]) => words.test(name))?.[1] ?? type;
}

class KyeroProperty {
  readonly #values: Values;

  constructor(values: Values) {
    this.#values = values;
  }

  list(path: string): readonly string[] {
    const value = this.#values[path] ?? [];
    return typeof value === 'string' ? [value] : value;
  }

  /** Returns the text of the first of these elements with a text. */
  text(...paths: readonly string[]): string {
    return paths.map((path) => this.list(path)[0] ?? '').find((text) => text !== '') ?? '';
  }

  /** Returns a name such as `Villa in Finestrat (CB-7001)`, because Kyero has no names. */
  name(): string {
    const type = this.text('type') || 'property';
    const place = this.text('town', 'province', 'country');
    const reference = this.text('ref', 'id');
    const begin = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
    return `${begin}${place && ` in ${place}`}${reference && ` (${reference})`}`;
  }

  description(): string {
    const languages = Object.keys(this.#values).filter((path) => path.startsWith('desc.'));
    return this.text('desc.en', 'desc', ...languages);
  }

  features(): readonly string[] {
    const features = this.list('features.feature');
    const hasPool = this.text('pool') === '1' && !features.some((feature) => /pool/i.test(feature));
    return hasPool ? [...features, 'Pool'] : features;
  }
}

/** Returns a list as a JSON text, so that its items may contain any separators. */
function toListText(items: readonly string[]): string {
  return items.length === 0 ? '' : JSON.stringify(items);
}

function toUnit(kyero: KyeroProperty): Readonly<Record<string, string>> {
  const interior = kyero.text('surface_area.built');
  const land = kyero.text('surface_area.plot');
  return {
    external_id: kyero.text('id'),
    // Importing the same file as properties creates a property with this external id.
    property_id: kyero.text('id'),
    name: kyero.name(),
    unit_number: kyero.text('ref'),
    type: kyero.text('type'),
    bedrooms: kyero.text('beds'),
    bathrooms: kyero.text('baths'),
    'size.interior': interior,
    'size.land': land,
    'size.unit': interior || land ? 'sqm' : '',
    'price.amount': kyero.text('price'),
    'price.currency': kyero.text('currency'),
    features: toListText(kyero.features()),
    gallery: toListText(kyero.list('images.image.url')),
  };
}

function toProperty(kyero: KyeroProperty): Readonly<Record<string, string>> {
  const town = kyero.text('town');
  const province = kyero.text('province');
  const address = [kyero.text('location_detail'), kyero.text('postcode')].filter((part) => part !== '');
  return {
    external_id: kyero.text('id'),
    name: kyero.name(),
    type: toPropertyType(kyero.text('type')),
    // A home that isn't new is completed. A new home may still be planned or under construction.
    status: kyero.text('new_build') === '0' ? 'completed' : '',
    'location.address': address.join(', '),
    // In the feed, the area is the town and the city is the province.
    'location.area': town === province || province === '' ? '' : town,
    'location.city': province || town,
    'location.country': kyero.text('country'),
    'location.coordinates.lat': kyero.text('location.latitude'),
    'location.coordinates.lng': kyero.text('location.longitude'),
    description: kyero.description(),
    'media.gallery': toListText(kyero.list('images.image.url')),
    'media.virtual_tour': kyero.text('virtual_tour_url', 'video_url'),
    'pricing.currency': kyero.text('currency'),
    'pricing.min_price': kyero.text('price'),
    'pricing.max_price': kyero.text('price'),
    features: toListText(kyero.features()),
  };
}

/**
 * Converts a `property` of Kyero's format, version 3, to the fields of a unit or a property. Kyero's format has homes
 * but no developments. Each home becomes a unit and its own property. Both get the id of the home as their external id.
 */
export function toKyeroValues(resource: string, values: Values): Pick<FileRecord, 'values' | 'fault'> {
  const kyero = new KyeroProperty(values);
  const fields = resource === 'units' ? toUnit(kyero) : toProperty(kyero);
  const filled = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''));
  const frequency = kyero.text('price_freq');
  if (frequency === '' || frequency.toLowerCase() === 'sale') return { values: filled };
  const fault = `is for rent (price_freq is ${frequency.slice(0, 20)}); only homes for sale can be imported`;
  return { values: filled, fault };
}
