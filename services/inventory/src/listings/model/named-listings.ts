/** Property or unit that people may refer to in files. */
export interface NamedListing {
  readonly id: string;
  readonly name: string;
  readonly external_id?: string | undefined;
  /** Property of a unit; absent if the listing is a property. */
  readonly property_id?: string;
  readonly unit_number?: string | null;
}

/** Reference to a unit: a text for its property and a text for the unit itself. */
export interface UnitReference {
  readonly property: string;
  readonly unit: string;
}

/** Parses a reference such as `Palm Residence/101`; null for a text without a slash. */
export function parseUnitReference(reference: string): UnitReference | null {
  const place = reference.lastIndexOf('/');
  const [property, unit] = [reference.slice(0, place).trim(), reference.slice(place + 1).trim()];
  return place > 0 && property !== '' && unit !== '' ? { property, unit } : null;
}

/**
 * Finds the listing whose id is the text. If there is none, finds those whose external id is the text. If there are
 * none either, finds those whose name is the text.
 */
export function matchListings<T extends NamedListing>(listings: readonly T[], text: string): readonly T[] {
  const known = listings.filter(({ id }) => id === text);
  const identified = known.length > 0 ? known : listings.filter(({ external_id }) => external_id === text);
  return identified.length > 0 ? identified : listings.filter(({ name }) => name === text);
}

/**
 * Finds the units of a property whose number is the text. If there are none, finds those whose external id or name is
 * the text.
 */
export function matchUnits<T extends NamedListing>(
  units: readonly T[],
  propertyIds: readonly string[],
  text: string,
): readonly T[] {
  const ofProperty = units.filter(({ property_id = '' }) => propertyIds.includes(property_id));
  const numbered = ofProperty.filter(({ unit_number }) => unit_number === text);
  return numbered.length > 0 ? numbered : matchListings(ofProperty, text);
}

/**
 * Returns the reference with the number of matching listings, and the id if exactly one matches. Returns nothing if
 * none matches.
 */
export function toFound(reference: string, listings: readonly Pick<NamedListing, 'id'>[]) {
  const [first, ...others] = listings;
  return first ? [{ reference, count: others.length + 1, id: others.length === 0 ? first.id : undefined }] : [];
}
