import type { ProblemDetail } from '@plotline/kit/core/errors';
import { isJsonObject } from '@plotline/kit/core/json-object';
import { readHeader } from '../model/column-header.js';
import {
  type Conversion,
  type DefaultValue,
  dateOrders,
  defaultConversion,
  numberFormats,
  type Translation,
} from '../model/conversion.js';
import { type ImportResource, importFields } from '../model/import-fields.js';
import { listTargets } from '../model/record-source.js';
import { readDefault } from '../model/to-record.js';

/** Options for reading cells, as the client sent them. Objects may be JSON values or JSON texts. */
export interface SentConversion {
  readonly number_format?: string | undefined;
  readonly date_order?: string | undefined;
  readonly value_map?: unknown;
  readonly defaults?: unknown;
}

export interface ReadConversion {
  readonly conversion: Conversion;
  readonly faults: readonly ProblemDetail[];
}

/** Maximum number of entries in an option. This is enough for all fields and their values. */
const maxEntries = 500;
const maxTextLength = 1_000;

/**
 * Returns the path of the field with a name. The name is the path itself, or a column name that is recognized for the
 * field.
 */
function findField(resource: ImportResource, name: string): string | undefined {
  return readHeader(resource, name).field;
}

function nameFields(resource: ImportResource): string {
  return `names an unknown field; ${resource} have ${[...importFields[resource].keys()].join(', ')}`;
}

function isTranslated(value: unknown): value is Translation['to'] {
  return typeof value === 'number' || value === null || (typeof value === 'string' && value.length <= maxTextLength);
}

function isDefaultValue(value: unknown): value is DefaultValue['value'] {
  if (typeof value === 'string' || typeof value === 'number') return true;
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Reads the options of one request and collects their errors. */
class ConversionReader {
  readonly #resource: ImportResource;
  readonly faults: ProblemDetail[] = [];

  constructor(resource: ImportResource) {
    this.#resource = resource;
  }

  choose<T extends string>(field: string, value: string | undefined, values: readonly T[]): T | undefined {
    const chosen = values.find((known) => known === value);
    if (value !== undefined && chosen === undefined) this.#refuse(field, `must be one of: ${values.join(' | ')}`);
    return chosen;
  }

  readTranslations(sent: unknown): Translation[] {
    const example = '{"source": {"Zoopla": "portal"}}';
    return this.#readEntries('value_map', sent, example).flatMap(([name, values]) => {
      const field = this.#findField('value_map', name);
      if (field === undefined) return [];
      if (!isJsonObject(values)) {
        this.#refuse(`value_map.${name}`, `must be an object of values, as in ${example}`);
        return [];
      }
      return Object.entries(values).flatMap(([from, to]) => this.#readTranslation(field, name, from, to));
    });
  }

  #readTranslation(field: string, name: string, from: string, to: unknown): Translation[] {
    const path = `value_map.${name}.${from.slice(0, 100)}`;
    if (!isTranslated(to)) {
      this.#refuse(path, `must be a text of up to ${maxTextLength} characters, a number, or null for no value`);
      return [];
    }
    const fault = to === null ? undefined : this.#findFault(field, to);
    if (fault !== undefined) this.#refuse(path, fault);
    return [{ field, from, to }];
  }

  readDefaults(sent: unknown): DefaultValue[] {
    const example = '{"currency": "AED"}';
    return this.#readEntries('defaults', sent, example).flatMap(([name, value]) => {
      const field = this.#findField('defaults', name);
      if (field === undefined) return [];
      if (!isDefaultValue(value)) {
        this.#refuse(`defaults.${name}`, `must be a text, a number or an array of texts, as in ${example}`);
        return [];
      }
      const fault = this.#findFault(field, value);
      if (fault !== undefined) this.#refuse(`defaults.${name}`, fault);
      return [{ field, value }];
    });
  }

  #refuse(field: string, message: string): void {
    this.faults.push({ field, message });
  }

  #findField(option: string, name: string): string | undefined {
    const field = findField(this.#resource, name);
    if (field === undefined) this.#refuse(`${option}.${name.slice(0, 100)}`, nameFields(this.#resource));
    return field;
  }

  /** Returns the entries of a JSON object, which may be given as a text. */
  #readEntries(option: string, sent: unknown, example: string): readonly [string, unknown][] {
    if (sent === undefined) return [];
    const value = typeof sent === 'string' ? parseJson(sent) : sent;
    if (isJsonObject(value) && JSON.stringify(value).length <= maxEntries * maxTextLength) {
      const entries = Object.entries(value);
      if (entries.length <= maxEntries) return entries;
    }
    this.#refuse(option, `must be a JSON object of up to ${maxEntries} entries, such as ${example}`);
    return [];
  }

  /** Returns the reason why a value doesn't fit the field; undefined when it does. */
  #findFault(field: string, value: DefaultValue['value']): string | undefined {
    const description = { resource: this.#resource, format: 'jsonl', mapping: null } as const;
    const target = listTargets(description).find((one) => one.field === field);
    const basis = { conversion: defaultConversion, evidence: [], timeZone: 'UTC' };
    const read = target && readDefault(target, value, description, basis);
    return read?.isEmpty === false ? read.fault : undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the options for reading cells. Also returns their errors. */
export function readConversion(resource: ImportResource, sent: SentConversion): ReadConversion {
  const reader = new ConversionReader(resource);
  const conversion = {
    number_format: reader.choose('number_format', sent.number_format, numberFormats) ?? 'auto',
    date_order: reader.choose('date_order', sent.date_order, dateOrders) ?? 'auto',
    value_map: reader.readTranslations(sent.value_map),
    defaults: reader.readDefaults(sent.defaults),
  };
  return { conversion, faults: reader.faults };
}
