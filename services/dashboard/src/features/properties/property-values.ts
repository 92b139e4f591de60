import type { components } from '../../../gen/api.js';
import { type NumberField, toNumber, toText } from '../../ui/forms/form-values.js';

type Schemas = components['schemas'];
export type Property = Schemas['Property'];
type PropertyType = Schemas['PropertyType'];
type PropertyStatus = Schemas['PropertyStatus'];

export type PropertyValues = {
  name: string;
  type: PropertyType;
  status: PropertyStatus;
  location: {
    address: string;
    area: string;
    city: string;
    country: string;
    coordinates: { lat: NumberField; lng: NumberField };
  };
  description: string;
  media: { virtual_tour: string };
  pricing: { currency: string; min_price: NumberField; max_price: NumberField };
  features: string[];
  completion_date: string;
  external_id: string;
};

export const newPropertyValues: PropertyValues = {
  name: '',
  type: 'apartment',
  status: 'planning',
  location: { address: '', area: '', city: '', country: '', coordinates: { lat: '', lng: '' } },
  description: '',
  media: { virtual_tour: '' },
  pricing: { currency: '', min_price: '', max_price: '' },
  features: [],
  completion_date: '',
  external_id: '',
};

export function toPropertyValues(property: Property): PropertyValues {
  const { name, type, status, location, media, pricing, features } = property;
  return {
    name,
    type,
    status,
    location: {
      address: location.address ?? '',
      area: location.area ?? '',
      city: location.city ?? '',
      country: location.country ?? '',
      coordinates: { lat: location.coordinates?.lat ?? '', lng: location.coordinates?.lng ?? '' },
    },
    description: property.description ?? '',
    media: { virtual_tour: media.virtual_tour ?? '' },
    pricing: {
      currency: pricing.currency ?? '',
      min_price: pricing.min_price ?? '',
      max_price: pricing.max_price ?? '',
    },
    features: [...features],
    completion_date: property.completion_date ?? '',
    external_id: property.external_id ?? '',
  };
}

function toCoordinates({ lat, lng }: PropertyValues['location']['coordinates']) {
  return lat === '' || lng === '' ? null : { lat: Number(lat), lng: Number(lng) };
}

export function toPropertyBody(values: PropertyValues) {
  const { location, media, pricing } = values;
  return {
    name: values.name,
    type: values.type,
    status: values.status,
    location: {
      address: toText(location.address),
      area: toText(location.area),
      city: toText(location.city),
      country: toText(location.country),
      coordinates: toCoordinates(location.coordinates),
    },
    description: toText(values.description),
    media: { virtual_tour: toText(media.virtual_tour) },
    pricing: {
      currency: toText(pricing.currency.toUpperCase()),
      min_price: toNumber(pricing.min_price),
      max_price: toNumber(pricing.max_price),
    },
    features: values.features,
    completion_date: toText(values.completion_date),
    external_id: toText(values.external_id),
  };
}

/** Checks the coordinates here, because the form doesn't send incomplete coordinates to the API. */
export function validateProperty({ location }: PropertyValues): Record<string, string> {
  const { lat, lng } = location.coordinates;
  if ((lat === '') === (lng === '')) return {};
  const path = lat === '' ? 'location.coordinates.lat' : 'location.coordinates.lng';
  return { [path]: 'Enter both latitude and longitude.' };
}
