import type { components } from '../../../gen/api.js';
import type { UnitStatus, UnitVisibility } from '../../api/enums.js';
import { type NumberField, toNumber, toText } from '../../ui/forms/form-values.js';

export type Unit = components['schemas']['Unit'];

export type UnitValues = {
  name: string;
  unit_number: string;
  type: string;
  status: UnitStatus;
  visibility: UnitVisibility;
  assigned_agent: string;
  price: { amount: NumberField; currency: string };
  bedrooms: NumberField;
  bathrooms: NumberField;
  size: { interior: NumberField; land: NumberField; unit: string };
  features: string[];
  external_id: string;
};

/** Creates the initial values of a new unit. */
export function createUnitValues(currency: string): UnitValues {
  return {
    name: '',
    unit_number: '',
    type: '',
    status: 'available',
    visibility: 'agents',
    assigned_agent: '',
    price: { amount: '', currency },
    bedrooms: '',
    bathrooms: '',
    size: { interior: '', land: '', unit: 'sqm' },
    features: [],
    external_id: '',
  };
}

export function toUnitValues(unit: Unit): UnitValues {
  const { size, price } = unit;
  return {
    name: unit.name,
    unit_number: unit.unit_number ?? '',
    type: unit.type ?? '',
    status: unit.status,
    visibility: unit.visibility,
    assigned_agent: unit.assigned_agent ?? '',
    price: { ...price },
    bedrooms: unit.bedrooms ?? '',
    bathrooms: unit.bathrooms ?? '',
    size: { interior: size.interior ?? '', land: size.land ?? '', unit: size.unit ?? '' },
    features: [...unit.features],
    external_id: unit.external_id ?? '',
  };
}

export function toUnitBody(values: UnitValues) {
  const { price, size } = values;
  return {
    name: values.name,
    unit_number: toText(values.unit_number),
    type: toText(values.type),
    status: values.status,
    visibility: values.visibility,
    assigned_agent: toText(values.assigned_agent),
    price: { amount: Number(price.amount), currency: price.currency.trim().toUpperCase() },
    bedrooms: toNumber(values.bedrooms),
    bathrooms: toNumber(values.bathrooms),
    size: { interior: toNumber(size.interior), land: toNumber(size.land), unit: toText(size.unit) },
    features: values.features,
    external_id: toText(values.external_id),
  };
}

/** Checks whether the price is empty, because an empty price would be sent as 0. */
export function validateUnit({ price }: UnitValues): Record<string, string> {
  return price.amount === '' ? { 'price.amount': 'Enter a price.' } : {};
}
