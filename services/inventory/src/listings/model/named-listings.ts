/** Property or unit that people may refer to in files. */
export interface NamedListing {
  readonly id: string;
  readonly name: string;
  readonly external_id?: string | undefined;
  /** Property of a unit; absent for a property. */
  readonly property_id?: string;
  readonly unit_number?: string | null;
}

/** Reference to a unit: a text for its property and a text for the unit itself. */
export interface UnitReference {
  readonly property: string;
  readonly unit: string;
}

/** Parses a reference such as `Palm Residence/101`; null for one without a slash. */
export function parseUnitReference(reference: string): UnitReference | null {
  const place = reference.lastIndexOf('/');
  const [property, unit] = [reference.slice(0, place).trim(), reference.slice(place + 1).trim()];
  return place > 0 && property !== '' && unit !== '' ? { property, unit } : null;
}

/**
 * Finds the listing with the text as id. If there is none, finds those with the text as external id. If there are none
 * either, finds those with the text as name.
 */
export function matchListings<T extends NamedListing>(listings: readonly T[], text: string): readonly T[] {
  const known = listings.filter(({ id }) => id === text);
  const identified = known.length > 0 ? known : listings.filter(({ external_id }) => external_id === text);
  return identified.length > 0 ? identified : listings.filter(({ name }) => name === text);
}

/**
 * Finds the units of a property with the text as number. If there are none, finds those with the text as external id or
 * name.
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
 * Returns the reference with the number of its listings, and the id if there is exactly one. Returns nothing if there
 * are none.
 */
export function toFound(reference: string, listings: readonly Pick<NamedListing, 'id'>[]) {
  const [first, ...others] = listings;
  return first ? [{ reference, count: others.length + 1, id: others.length === 0 ? first.id : undefined }] : [];
}
