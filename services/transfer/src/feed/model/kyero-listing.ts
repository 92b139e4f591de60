import { findAreaUnit } from '../../formats/model/area-unit.js';
import { findLanguage } from './description-language.js';
import { type FeatureFacts, readFeatureFacts } from './feature-facts.js';
import type { ChangeReason, Finding, LeftOutReason } from './feed-finding.js';
import type { FeedUnit } from './feed-unit.js';
import { type KyeroImage, listImages } from './kyero-images.js';
import { toCountryName } from './kyero-place.js';
import { shorten, toPlainText } from './kyero-text.js';
import { toKyeroType } from './kyero-type.js';

/** Limits of Kyero's import specification, version 3 (design/feed.md). */
const currencies: ReadonlySet<string> = new Set(['EUR', 'GBP', 'USD']);
const maxPrice = 99_999_999;
const maxLengths = { reference: 255, address: 50, feature: 35, url: 255 } as const;
const maxFeatures = 50;

/** Maximum age of a completed building that counts as new. */
const newBuildMonths = 12;

/** Values of a `property` element, as Kyero's format writes them. */
export interface KyeroListing {
  readonly id: string;
  readonly date: string;
  readonly reference: string;
  readonly price: number;
  readonly currency: string;
  readonly facts: FeatureFacts;
  /** Null when this is not known. */
  readonly isNewBuild: boolean | null;
  readonly type: string;
  readonly town: string;
  readonly province: string;
  readonly country: string | null;
  readonly coordinates: { readonly lat: number; readonly lng: number } | null;
  readonly address: string | null;
  readonly bedrooms: number;
  readonly bathrooms: number;
  readonly built: number | null;
  readonly plot: number | null;
  readonly virtualTour: string | null;
  readonly description: { readonly language: string; readonly text: string };
  readonly features: readonly string[];
  readonly images: readonly KyeroImage[];
}

export type KyeroResult =
  | { readonly listing: KyeroListing; readonly changes: readonly Finding<ChangeReason>[] }
  | { readonly listing: null; readonly leftOut: readonly Finding<LeftOutReason>[] };

/** Adds the finding that a value in the feed differs from the record. */
type Note = (reason: ChangeReason, value: string | null) => void;

/** Returns the text, or null if it is blank. */
function filled(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text.trim();
}

function findLeftOut(unit: FeedUnit, town: string | null, type: string | null): Finding<LeftOutReason>[] {
  const { amount, currency } = unit.price;
  const price = Math.round(amount);
  return [
    ...(currencies.has(currency) ? [] : [{ reason: 'currency' as const, value: currency }]),
    ...(price >= 1 && price <= maxPrice ? [] : [{ reason: 'price' as const, value: String(amount) }]),
    ...(town === null ? [{ reason: 'location' as const, value: null }] : []),
    ...(type === null ? [{ reason: 'type' as const, value: unit.type }] : []),
  ];
}

/** Returns whether the property is at most a year old at `now`; null when its age is not known. */
function isNewBuild({ status, completion_date }: FeedUnit['property'], now: Date): boolean | null {
  if (status === 'planning' || status === 'under_construction') return true;
  if (completion_date === null) return null;
  const limit = new Date(now);
  limit.setUTCMonth(limit.getUTCMonth() - newBuildMonths);
  return completion_date >= limit.toISOString().slice(0, 10);
}

/** Returns the areas in whole square metres. An area that is unknown or below half a square metre is null. */
function toAreas({ size }: FeedUnit, note: Note) {
  const unit = filled(size.unit);
  const factor = unit === null ? 1 : findAreaUnit(unit)?.squareMeters;
  const hasSize = (size.interior ?? 0) > 0 || (size.land ?? 0) > 0;
  if (hasSize && unit === null) note('size_unit_missing', null);
  if (hasSize && factor === undefined) note('size_unit_not_understood', unit);
  const convert = (area: number | null) => Math.round((area ?? 0) * (factor ?? 0)) || null;
  return { built: convert(size.interior), plot: convert(size.land) };
}

function toRooms(count: number | null, note: Note): number {
  const whole = Math.floor(count ?? 0);
  if (count !== null && whole !== count) note('rooms_rounded', String(count));
  return whole;
}

function cut(text: string, maxLength: number, reason: ChangeReason, note: Note): string {
  const short = shorten(text, maxLength);
  if (short !== text) note(reason, text);
  return short;
}

function toFeatures(features: readonly string[], note: Note): readonly string[] {
  const labels = features.flatMap((feature) => filled(feature) ?? []);
  if (labels.length > maxFeatures) note('features_left_out', String(labels.length));
  return labels.slice(0, maxFeatures).map((label) => cut(label, maxLengths.feature, 'feature_shortened', note));
}

function toTour(url: string | null, note: Note): string | null {
  if (url === null || url.length <= maxLengths.url) return url;
  note('virtual_tour_left_out', url);
  return null;
}

function toDescription({ name, property }: FeedUnit, note: Note): KyeroListing['description'] {
  const names = `${name}, ${property.name}`;
  const text = property.description === null ? null : filled(toPlainText(property.description));
  if (text === null) return { language: 'en', text: names };
  const language = findLanguage(text);
  if (language !== null) return { language, text: `${names}\n\n${text}` };
  note('description_left_out', text);
  return { language: 'en', text: names };
}

/**
 * Returns the time when the unit or its property last changed. Portals read a listing again only if this time has
 * changed.
 */
function toDate({ updated_at, property }: FeedUnit): string {
  const latest = updated_at > property.updated_at ? updated_at : property.updated_at;
  return latest.slice(0, 19).replace('T', ' ');
}

/** Converts a unit to the values of Kyero's format, or returns the reasons why the format can't express the unit. */
export function toKyeroListing(unit: FeedUnit, now: Date): KyeroResult {
  const { property } = unit;
  const { area, city, country, address, coordinates } = property.location;
  const town = filled(area) ?? filled(city);
  const { type, isUnread } = toKyeroType(unit);
  const leftOut = findLeftOut(unit, town, type);
  if (leftOut.length > 0 || town === null || type === null) return { listing: null, leftOut };
  const changes: Finding<ChangeReason>[] = [];
  const note: Note = (reason, value) => void changes.push({ reason, value });
  const facts = readFeatureFacts([...unit.features, ...property.features]);
  if (isUnread) note('type_not_understood', unit.type);
  if (filled(country) === null) note('country_missing', null);
  for (const label of facts.unreadRatings) note('energy_rating_not_understood', label);
  const place = filled(address);
  const listing: KyeroListing = {
    id: unit.id,
    date: toDate(unit),
    reference: cut(filled(unit.unit_number) ?? unit.name, maxLengths.reference, 'reference_shortened', note),
    price: Math.round(unit.price.amount),
    currency: unit.price.currency,
    facts,
    isNewBuild: isNewBuild(property, now),
    type,
    town,
    province: filled(city) ?? town,
    country: toCountryName(filled(country)),
    coordinates,
    address: place === null ? null : cut(place, maxLengths.address, 'address_shortened', note),
    bedrooms: toRooms(unit.bedrooms, note),
    bathrooms: toRooms(unit.bathrooms, note),
    ...toAreas(unit, note),
    virtualTour: toTour(property.media.virtual_tour, note),
    description: toDescription(unit, note),
    features: toFeatures(unit.features, note),
    images: listImages(unit, note),
  };
  return { listing, changes };
}
