import { isJsonObject } from '@plotline/kit/core/json-object';
import type { MappedField } from '../../../vendors/model/crm-port.js';
import type { MappedValue } from './mapping.js';
import { idProperties, urlProperty } from './properties.js';

/** Definition of a property in HubSpot. */
interface Definition {
  readonly isReadOnly: boolean;
  /** Accepted values; empty if all are accepted. */
  readonly options: readonly string[];
}

function readOptions(options: unknown): string[] {
  if (!Array.isArray(options)) return [];
  return options.flatMap((option) => {
    const value: unknown = isJsonObject(option) ? option['value'] : undefined;
    return typeof value === 'string' ? [value] : [];
  });
}

/** Reads the properties that exist (POST /crm/v3/properties/contacts/batch/read). */
function readDefinitions(body: unknown): ReadonlyMap<string, Definition> {
  const results: unknown = isJsonObject(body) ? body['results'] : undefined;
  const definitions = new Map<string, Definition>();
  for (const one of Array.isArray(results) ? results : []) {
    if (!isJsonObject(one) || typeof one['name'] !== 'string') continue;
    const { modificationMetadata: metadata } = one;
    const isReadOnly = isJsonObject(metadata) && metadata['readOnlyValue'] === true;
    definitions.set(one['name'], { isReadOnly, options: readOptions(one['options']) });
  }
  return definitions;
}

/** Properties that the first request creates. */
const created = new Set([idProperties.contacts, urlProperty]);

function findProblem({ property, value }: MappedValue, definition: Definition | undefined): string | null {
  if (!definition) return created.has(property) ? null : 'HubSpot has no contact property with this name.';
  if (definition.isReadOnly) return 'HubSpot does not let others write this property.';
  const isOption = value === '' || definition.options.length === 0 || definition.options.includes(value);
  return isOption ? null : 'The property has a list of options, and this value is not one of them.';
}

/** Adds to each value the reason why HubSpot would refuse it. */
export function previewValues(values: readonly MappedValue[], body: unknown): MappedField[] {
  const definitions = readDefinitions(body);
  return values.map((value) => ({ ...value, problem: findProblem(value, definitions.get(value.property)) }));
}
