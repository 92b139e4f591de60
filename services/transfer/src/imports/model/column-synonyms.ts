import type { ImportResource } from './import-fields.js';

const externalIds = 'crm id, erp id, record id, source id, reference, reference number, ref, external reference';
const galleries = 'images, image urls, photos, photo urls, pictures';
const features = 'amenities, facilities, feature';

/** Other names of the columns for each field, compared without case, spaces and punctuation. */
const synonyms: Readonly<Record<ImportResource, Readonly<Record<string, string>>>> = {
  leads: {
    external_id: `${externalIds}, lead id, contact id, customer id, client id`,
    name: 'full name, lead name, contact name, customer name, client name, buyer name, contact, customer, client',
    email: 'email address, mail, mail address, contact email, primary email',
    phone:
      'phone number, mobile, mobile number, mobile phone, telephone, telephone number, tel, cell, cell phone, contact number',
    source: 'lead source, channel, origin',
    interested_properties: 'interested property, listings, property ids',
    'budget.min': 'budget from, min budget, minimum budget, budget minimum',
    'budget.max': 'budget to, max budget, maximum budget, budget maximum, budget',
    'budget.currency': 'currency',
    timeline: 'timeframe, buying timeline, purchase timeline',
    notes: 'note, comment, comments, remark, remarks, message',
    assigned_agent: 'assigned agent id, agent id',
    tags: 'tag, label, labels',
    last_contacted: 'last contact, last contact date, last contacted at, last contacted on',
    next_follow_up: 'follow up, follow up date, next follow up date, next contact',
  },
  units: {
    external_id: `${externalIds}, unit id, listing id, unit reference, unit ref, property reference`,
    property_id: 'project id, development id, building id',
    name: 'unit name, title',
    unit_number: 'unit, unit no, number, no, apartment number, apartment no, unit code',
    type: 'unit type, layout',
    status: 'unit status, availability',
    bedrooms: 'beds, bed, bedroom, number of bedrooms, no of bedrooms, br',
    bathrooms: 'baths, bath, bathroom, number of bathrooms, no of bathrooms',
    'size.interior':
      'size, area, interior, interior area, interior size, living area, floor area, built up area, internal area',
    'size.land': 'plot, plot size, plot area, land, land area, lot size',
    'size.unit': 'area unit, unit of measure, unit of measurement',
    'price.amount': 'price, asking price, list price, listing price, sale price, sales price, amount',
    'price.currency': 'currency',
    features,
    floor_plan: 'floor plan url, plan',
    gallery: galleries,
    assigned_agent: 'assigned agent id, agent id',
  },
  properties: {
    external_id: `${externalIds}, property id, project id, development id, property reference`,
    name: 'property name, project, project name, development, development name, building, title',
    type: 'property type, category',
    status: 'property status, project status, construction status',
    'location.address': 'address, street, street address',
    'location.area': 'area, district, neighbourhood, neighborhood, community',
    'location.city': 'city, town',
    'location.country': 'country, country code',
    'location.coordinates.lat': 'lat, latitude, coordinates lat',
    'location.coordinates.lng': 'lng, lon, long, longitude, coordinates lng',
    description: 'details, property description',
    'media.cover': 'cover, cover image, main image, image, photo',
    'media.gallery': `gallery, ${galleries}`,
    'media.floor_plans': 'floor plans, plans',
    'media.virtual_tour': 'virtual tour, tour, video',
    'pricing.currency': 'currency',
    'pricing.min_price': 'min price, minimum price, price from, starting price',
    'pricing.max_price': 'max price, maximum price, price to',
    features,
    completion_date: 'completion, handover, handover date, delivery date, ready date',
  },
};

/** Returns pairs of a synonym and the path of its field. */
export function listSynonyms(resource: ImportResource): readonly (readonly [string, string])[] {
  return Object.entries(synonyms[resource]).flatMap(([field, names]) =>
    names.split(', ').map((name) => [name, field] as const),
  );
}
