import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { CrmLead } from '../../../vendors/model/crm-port.js';
import type { FieldValues } from '../../../vendors/model/field-values.js';
import type { ProviderField } from '../../../vendors/model/provider.js';
import { idProperties, urlProperty } from './properties.js';

/** Field of a lead that can be sent to a property of a contact. */
interface MappableField {
  readonly name: string;
  readonly label: string;
  /** Default property. Absent if the field is only sent when a setting names a property. */
  readonly property?: string;
  readonly read: (lead: CrmLead) => string | number | null;
}

const mappable: readonly MappableField[] = [
  { name: 'phone', label: 'Phone', property: 'phone', read: ({ phone }) => phone },
  { name: 'source', label: 'Source', read: ({ source }) => source },
  { name: 'stage', label: 'Stage', read: ({ stage }) => stage },
  { name: 'score', label: 'Score', read: ({ score }) => score },
  { name: 'budget_min', label: 'Lowest budget', read: ({ budgetMin }) => budgetMin },
  { name: 'budget_max', label: 'Highest budget', read: ({ budgetMax }) => budgetMax },
  { name: 'budget_currency', label: 'Currency of the budget', read: ({ budgetCurrency }) => budgetCurrency },
  { name: 'timeline', label: 'Timeline', read: ({ timeline }) => timeline },
  { name: 'notes', label: 'Notes', read: ({ notes }) => notes },
  { name: 'tags', label: 'Tags', read: ({ tags }) => tags.join(', ') },
  { name: 'agent', label: 'Email of the agent', read: ({ agentEmail }) => agentEmail },
];

/** Properties that are always sent. */
const fixed: readonly (MappableField & { readonly property: string })[] = [
  { name: 'email', label: 'Email', property: 'email', read: ({ email }) => email },
  { name: 'name', label: 'First name', property: 'firstname', read: ({ name }) => splitName(name).first },
  { name: 'name', label: 'Last name', property: 'lastname', read: ({ name }) => splitName(name).last },
  { name: 'id', label: 'Lead ID', property: idProperties.contacts, read: ({ id }) => id },
  { name: 'url', label: 'Link to Plotline', property: urlProperty, read: ({ url }) => url },
];

function splitName(name: string): { readonly first: string; readonly last: string } {
  const [first = '', ...rest] = name.split(' ');
  return { first, last: rest.join(' ') };
}

const toSetting = (name: string) => `${name}_property`;

/** Settings that choose a property for each field. */
export const mappingFields: readonly ProviderField[] = mappable.map(({ name, label, property }) => ({
  name: toSetting(name),
  label: `${label}: property`,
  type: 'text',
  required: false,
  help:
    property === undefined
      ? 'Internal name of the contact property in HubSpot. Without it, the field is not sent.'
      : `Internal name of the contact property in HubSpot. By default \`${property}\`.`,
  maxLength: 100,
}));

const internalName = /^[a-z][a-z0-9_]{0,99}$/;

/** Finds names that can't be properties, and properties that two fields would be sent to. */
export function findMappingFaults(settings: FieldValues): ProblemDetail[] {
  const taken = new Set(fixed.map(({ property }) => property));
  return mappable.flatMap(({ name, property: standard }) => {
    const property = settings[toSetting(name)] ?? standard;
    if (property === undefined) return [];
    const field = `settings.${toSetting(name)}`;
    if (!internalName.test(property)) {
      return [{ field, message: 'must be an internal name of HubSpot: lower-case letters, digits and underscores' }];
    }
    if (taken.has(property)) return [{ field, message: `must be another property: ${property} gets another field` }];
    taken.add(property);
    return [];
  });
}

/** A property with the value that it gets. */
export interface MappedValue {
  readonly field: string;
  readonly label: string;
  readonly property: string;
  readonly value: string;
}

/**
 * Returns the properties of a lead's contact. If the lead lacks a field, its value is empty, which clears the property.
 */
export function mapLead(settings: FieldValues, lead: CrmLead): MappedValue[] {
  const chosen = mappable.flatMap((field) => {
    const property = settings[toSetting(field.name)] ?? field.property;
    return property === undefined ? [] : [{ ...field, property }];
  });
  return [...fixed, ...chosen].map(({ name, label, property, read }) => ({
    field: name,
    label,
    property,
    value: String(read(lead) ?? ''),
  }));
}

/** Returns the same properties as the `properties` object of a request. */
export function toContactProperties(settings: FieldValues, lead: CrmLead): Record<string, string> {
  return Object.fromEntries(mapLead(settings, lead).map(({ property, value }) => [property, value]));
}
