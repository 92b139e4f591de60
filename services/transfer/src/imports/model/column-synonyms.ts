import type { ImportResource } from './import-fields.js';

const externalIds = 'crm id, erp id, record id, source id, reference, reference number, ref, external reference';
const galleries = 'images, image urls, photos, photo urls, pictures';
const agents =
  'assigned agent id, assigned agent email, assigned agent name, agent id, agent, agent email, agent name, assigned to, assignee';
const features = 'amenities, facilities, feature';

/** Other names of the columns for each field, compared without case, spaces and punctuation. */
const synonyms: Readonly<Record<ImportResource, Readonly<Record<string, string>>>> = {
  leads: {
    external_id: `${externalIds}, lead id, contact id, customer id, client id`,
    name: 'full name, lead name, contact name, customer name, client name, buyer name, enquirer name, display name, contact, customer, client',
    email:
      'email address, email id, mail, mail id, mail address, contact email, customer email, client email, lead email, primary email, work email, home email, personal email, enquirer email',
    phone:
      'phone number, phone no, primary phone, home phone, work phone, business phone, other phone, contact phone, customer phone, client phone, lead phone, mobile, mobile number, mobile no, mobile phone, mobile phone number, telephone, telephone number, telephone no, tel, tel no, tel number, cell, cell phone, cell number, contact number, contact no, whatsapp, whatsapp number, whatsapp no',
    source: 'lead source, source of lead, channel, origin',
    stage: 'lead stage, pipeline stage, sales stage',
    interested_properties: 'interested property, listings, property ids',
    'budget.min': 'budget from, min budget, minimum budget, budget minimum',
    'budget.max': 'budget to, max budget, maximum budget, budget maximum, budget',
    'budget.currency': 'currency',
    timeline: 'timeframe, buying timeline, purchase timeline',
    notes: 'note, comment, comments, remark, remarks, message',
    assigned_agent: `${agents}, lead owner, contact owner`,
    tags: 'tag, label, labels, category, categories, group membership, lead tags',
    last_contacted: 'last contact, last contact date, last contacted at, last contacted on',
    next_follow_up: 'follow up, follow up date, next follow up date, next contact',
    created_at:
      'created, created on, created date, created time, create date, creation date, date created, date added, lead date, enquiry date, inquiry date',
  },
  units: {
    external_id: `${externalIds}, unit id, listing id, unit reference, unit ref, property reference`,
    property_id:
      'property, property name, property external id, project, project id, project name, development, development id, development name, building, building id, building name',
    name: 'unit name, title',
    unit_number: 'unit, unit no, number, no, apartment number, apartment no, unit code',
    type: 'unit type, layout',
    status: 'unit status, availability',
    bedrooms: 'beds, bed, bedroom, number of bedrooms, no of bedrooms, br',
    bathrooms: 'baths, bath, bathroom, number of bathrooms, no of bathrooms',
    'size.interior':
      'size, area, interior, interior area, interior size, living area, floor area, built up area, internal area, bua, net area',
    'size.land': 'plot, plot size, plot area, land, land area, lot size',
    'size.unit': 'area unit, unit of measure, unit of measurement',
    'price.amount': 'price, asking price, list price, listing price, sale price, sales price, amount',
    'price.currency': 'currency',
    features,
    floor_plan: 'floor plan url, plan',
    gallery: galleries,
    assigned_agent: agents,
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
    completion_date:
      'completion, completion on, handover, handover date, handover on, delivery, delivery date, ready date',
  },
};

/** Returns pairs of a synonym and the path of its field. */
export function listSynonyms(resource: ImportResource): readonly (readonly [string, string])[] {
  return Object.entries(synonyms[resource]).flatMap(([field, names]) =>
    names.split(', ').map((name) => [name, field] as const),
  );
}
