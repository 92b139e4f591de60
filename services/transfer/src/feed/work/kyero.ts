import { type Html, html, trustedMarkup } from '@plotline/kit/http/html';
import type { KyeroListing } from '../model/kyero-listing.js';
import { formatDegrees } from '../model/kyero-place.js';
import { toXmlText } from '../model/kyero-text.js';

export const kyeroBegin =
  '<?xml version="1.0" encoding="UTF-8"?>\n<root>\n<kyero><feed_version>3</feed_version></kyero>\n';
export const kyeroEnd = '</root>\n';

/** Line break that portals keep, according to Kyero's specification. */
const lineBreak = trustedMarkup('&#13;\n');

/** Renders a text with line breaks in the element of its language. */
function renderDescription({ language, text }: KyeroListing['description']): Html {
  const lines = toXmlText(text).split(/\r\n|\r|\n/);
  const content = html`${lines.flatMap((line, place) => (place === 0 ? [line] : [lineBreak, line]))}`;
  return trustedMarkup(`<${language}>${content}</${language}>`);
}

function renderFacts({ facts, isNewBuild, type }: KyeroListing): Html {
  const isNew = isNewBuild === null ? undefined : html`<new_build>${isNewBuild ? 1 : 0}</new_build>\n`;
  return html`${facts.isPartOwnership && html`<part_ownership>1</part_ownership>\n`}${facts.isLeasehold && html`<leasehold>1</leasehold>\n`}${isNew}<type>${type}</type>\n`;
}

function renderPlace({ town, province, country, coordinates, address }: KyeroListing): Html {
  const point =
    coordinates &&
    html`<location><latitude>${formatDegrees(coordinates.lat)}</latitude><longitude>${formatDegrees(coordinates.lng)}</longitude></location>\n`;
  const named = country !== null && html`<country>${toXmlText(country)}</country>\n`;
  const detail = address !== null && html`<location_detail>${toXmlText(address)}</location_detail>\n`;
  return html`<town>${toXmlText(town)}</town>\n<province>${toXmlText(province)}</province>\n${named}${point ?? undefined}${detail}`;
}

function renderArea({ built, plot }: KyeroListing): Html | undefined {
  if (built === null && plot === null) return undefined;
  return html`<surface_area>${built !== null && html`<built>${built}</built>`}${plot !== null && html`<plot>${plot}</plot>`}</surface_area>\n`;
}

function renderEnergy({ facts: { consumption, emissions } }: KyeroListing): Html | undefined {
  if (consumption === null && emissions === null) return undefined;
  return html`<energy_rating>${consumption !== null && html`<consumption>${consumption}</consumption>`}${emissions !== null && html`<emissions>${emissions}</emissions>`}</energy_rating>\n`;
}

function renderExtras({ virtualTour, description, features, images }: KyeroListing): Html {
  const tour = virtualTour !== null && html`<virtual_tour_url>${toXmlText(virtualTour)}</virtual_tour_url>\n`;
  const labels = features.map((feature) => html`<feature>${toXmlText(feature)}</feature>\n`);
  const pictures = images.map(({ url, isFloorPlan }, place) => {
    const tags = isFloorPlan && html`<tags><tag>floorplan</tag></tags>`;
    return html`<image id="${place + 1}"><url>${toXmlText(url)}</url>${tags}</image>\n`;
  });
  return html`${tour}<desc>${renderDescription(description)}</desc>
${labels.length > 0 && html`<features>\n${labels}</features>\n`}${pictures.length > 0 && html`<images>\n${pictures}</images>\n`}`;
}

/** Renders a `property` of Kyero's format, version 3 (design/feed.md). */
export function renderKyero(listing: KyeroListing): string {
  const { id, date, reference, price, currency, bedrooms, bathrooms, facts } = listing;
  const element = html`<property>
<id>${id}</id>
<date>${date}</date>
<ref>${toXmlText(reference)}</ref>
<price>${price}</price>
<currency>${currency}</currency>
<price_freq>sale</price_freq>
${renderFacts(listing)}${renderPlace(listing)}<beds>${bedrooms}</beds>
<baths>${bathrooms}</baths>
<pool>${facts.hasPool ? 1 : 0}</pool>
${renderArea(listing)}${renderEnergy(listing)}${renderExtras(listing)}</property>
`;
  return element.toString();
}
