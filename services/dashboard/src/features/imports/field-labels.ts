import { toLabel } from '../../ui/format/label.js';

/** Labels of fields that differ from the field's name. They match the forms of the records. */
const labels: Readonly<Record<string, string>> = {
  external_id: 'External ID',
  'budget.min': 'Budget from',
  'budget.max': 'Budget to',
  'budget.currency': 'Budget currency',
  timeline: 'Buys within (months)',
  interested_properties: 'Interested in',
  assigned_agent: 'Agent (email or name)',
  next_follow_up: 'Next follow-up',
  created_at: 'Created',
  property_id: 'Property',
  unit_number: 'Number',
  'size.interior': 'Interior area',
  'size.land': 'Land area',
  'size.unit': 'Unit of area',
  'price.amount': 'Price',
  'price.currency': 'Currency',
  gallery: 'Gallery (URLs)',
  'location.address': 'Address',
  'location.area': 'Area',
  'location.city': 'City',
  'location.country': 'Country',
  'location.coordinates.lat': 'Latitude',
  'location.coordinates.lng': 'Longitude',
  'media.cover': 'Cover (URL)',
  'media.gallery': 'Gallery (URLs)',
  'media.floor_plans': 'Floor plans (URLs)',
  'media.virtual_tour': 'Virtual tour (URL)',
  'pricing.currency': 'Currency',
  'pricing.min_price': 'Price from',
  'pricing.max_price': 'Price to',
};

/** Returns the label of a field by its path. For example, `budget.min` has the label `Budget from`. */
export function getFieldLabel(path: string): string {
  return (Object.hasOwn(labels, path) ? labels[path] : undefined) ?? toLabel(path.replaceAll('.', ', '));
}
