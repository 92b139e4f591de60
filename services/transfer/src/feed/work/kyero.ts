import { type Html, html } from '@plotline/kit/http/html';
import type { FeedUnit } from '../model/feed-unit.js';

export const kyeroBegin =
  '<?xml version="1.0" encoding="UTF-8"?>\n<root>\n<kyero><feed_version>3</feed_version></kyero>\n';
export const kyeroEnd = '</root>\n';

const squareMetersPerFoot = 0.092_903_04;
/** Limit of the Kyero format. */
const maxImages = 50;

/** Removes characters that XML does not have, such as control characters. */
function toXmlText(text: string): string {
  return text.replaceAll(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

function element(name: 'town' | 'province' | 'country' | 'location_detail', text: string | null): Html | undefined {
  if (text === null || text === '') return undefined;
  const value = toXmlText(text);
  if (name === 'town') return html`<town>${value}</town>\n`;
  if (name === 'province') return html`<province>${value}</province>\n`;
  return name === 'country' ? html`<country>${value}</country>\n` : html`<location_detail>${value}</location_detail>\n`;
}

/** Returns whole square metres; null when the size is unknown, or neither in feet nor in metres. */
function toSquareMeters(size: number | null, unit: string | null): number | null {
  if (size === null) return null;
  const name = (unit ?? 'sqm').toLowerCase();
  if (/^(sqm|m2|m²)$/.test(name)) return Math.round(size);
  return /^(sqft|ft2|ft²)$/.test(name) ? Math.round(size * squareMetersPerFoot) : null;
}

function renderArea({ size }: FeedUnit): Html | undefined {
  const built = toSquareMeters(size.interior, size.unit);
  const plot = toSquareMeters(size.land, size.unit);
  if (built === null && plot === null) return undefined;
  return html`<surface_area>${built !== null && html`<built>${built}</built>`}${plot !== null && html`<plot>${plot}</plot>`}</surface_area>\n`;
}

function renderImages({ gallery, floor_plan, property }: FeedUnit): Html | undefined {
  const { cover, gallery: shared } = property.media;
  const addresses = [...gallery, floor_plan, cover, ...shared].filter((address) => address !== null);
  const images = [...new Set(addresses)].slice(0, maxImages);
  if (images.length === 0) return undefined;
  const rendered = images.map((url, index) => html`<image id="${index + 1}"><url>${toXmlText(url)}</url></image>\n`);
  return html`<images>\n${rendered}</images>\n`;
}

function renderDescription({ name, property }: FeedUnit): Html {
  const text = [`${name}, ${property.name}`, property.description].filter((part) => part !== null).join('\n\n');
  return html`<desc><en>${toXmlText(text)}</en></desc>\n`;
}

function renderPlace({ property: { location } }: FeedUnit): Html {
  const { area, city, country, address, coordinates } = location;
  const point =
    coordinates &&
    html`<location><latitude>${coordinates.lat}</latitude><longitude>${coordinates.lng}</longitude></location>\n`;
  return html`${element('town', area ?? city)}${element('province', city)}${element('country', country)}${point ?? undefined}${element('location_detail', address)}`;
}

/** Renders a unit as a `property` of Kyero's format, version 3 (design/feed.md). */
export function renderKyero(unit: FeedUnit): string {
  const { id, updated_at, price, type, bedrooms, bathrooms, features, property } = unit;
  const facts = html`<property>
<id>${id}</id>
<date>${updated_at.slice(0, 19).replace('T', ' ')}</date>
<ref>${toXmlText(unit.unit_number ?? unit.name)}</ref>
<price>${Math.round(price.amount)}</price>
<currency>${price.currency}</currency>
<price_freq>sale</price_freq>
<new_build>1</new_build>
<type>${toXmlText(type ?? property.type)}</type>
`;
  const rooms = html`${bedrooms !== null && html`<beds>${Math.floor(bedrooms)}</beds>\n`}${bathrooms !== null && html`<baths>${Math.floor(bathrooms)}</baths>\n`}`;
  const listed = features.map((feature) => html`<feature>${toXmlText(feature)}</feature>\n`);
  const extras = listed.length > 0 && html`<features>\n${listed}</features>\n`;
  return `${html`${facts}${renderPlace(unit)}${rooms}${renderArea(unit)}${renderDescription(unit)}${extras}${renderImages(unit)}`}</property>\n`;
}
