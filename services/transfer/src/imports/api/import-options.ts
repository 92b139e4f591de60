import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import type { Separator } from '../../formats/model/file-record.js';
import type { Conversion } from '../model/conversion.js';
import { type DuplicateChoice, duplicateChoices, type ImportMode, importModes } from '../model/import.js';
import type { ImportResource } from '../model/import-fields.js';
import type { Mapping } from '../model/mapping.js';
import { readConversion } from './conversion-options.js';

/** Validated query parameters with the options of an import. */
export interface ImportQuery {
  readonly mode?: ImportMode;
  readonly dry_run?: boolean;
  readonly on_duplicate?: DuplicateChoice;
  readonly mapping?: string;
  readonly separator?: string;
  readonly number_format?: string;
  readonly date_order?: string;
  readonly value_map?: string;
  readonly defaults?: string;
  readonly sheet?: string;
}

export interface ImportOptions {
  readonly mode: ImportMode;
  readonly isDryRun: boolean;
  /** Only for leads. */
  readonly onDuplicate: DuplicateChoice | null;
  readonly mapping?: Mapping;
  readonly separator?: Separator;
  readonly conversion: Conversion;
  /** Name or number of a sheet. */
  readonly sheet?: string;
}

const conversionNames = ['number_format', 'date_order', 'value_map', 'defaults'] as const;
const names = ['mode', 'dry_run', 'on_duplicate', 'mapping', 'separator', 'sheet', ...conversionNames] as const;
type OptionName = (typeof names)[number];
type OptionTexts = Partial<Readonly<Record<OptionName, string>>>;

/** Separators by their names in requests. */
export const separatorNames: ReadonlyMap<string, Separator> = new Map([
  [',', ','],
  ['comma', ','],
  [';', ';'],
  ['semicolon', ';'],
  ['\t', '\t'],
  ['tab', '\t'],
  ['|', '|'],
  ['pipe', '|'],
]);

/** Maximum length of a sheet's name. Spreadsheet programs allow only 31 characters. */
const maxSheetName = 100;

class OptionReader {
  readonly #texts: OptionTexts;
  readonly faults: ProblemDetail[] = [];

  constructor(texts: OptionTexts) {
    this.#texts = texts;
  }

  /** Returns one of the values; undefined when the option is absent. */
  choose<T extends string>(name: OptionName, values: readonly T[]): T | undefined {
    const text = this.#texts[name];
    const value = values.find((known) => known === text);
    if (text !== undefined && value === undefined) {
      this.faults.push({ field: name, message: `must be one of: ${values.join(', ')}` });
    }
    return value;
  }

  chooseSeparator(): Separator | undefined {
    const name = this.choose('separator', [...separatorNames.keys()]);
    return name === undefined ? undefined : separatorNames.get(name);
  }

  readSheet(): string | undefined {
    const sheet = this.#texts.sheet;
    if (sheet === undefined || (sheet.trim() !== '' && sheet.length <= maxSheetName)) return sheet;
    const message = `must be the name or the number of a sheet, of at most ${maxSheetName} characters`;
    this.faults.push({ field: 'sheet', message });
    return undefined;
  }

  readMapping(): Mapping | undefined {
    const text = this.#texts.mapping;
    const mapping = text === undefined ? undefined : parseMapping(text);
    if (mapping !== null) return mapping;
    const message = 'must be a JSON object of columns and their fields, such as {"E-mail": "email"}';
    this.faults.push({ field: 'mapping', message });
    return undefined;
  }
}

function parseMapping(text: string): Mapping | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const entries = Object.entries(value);
    const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
    return entries.every(isText) ? Object.fromEntries(entries) : null;
  } catch {
    return null;
  }
}

function collectTexts(query: ImportQuery, form: ReadonlyMap<string, string>): OptionTexts {
  const texts: Partial<Record<OptionName, string>> = {};
  const twice: ProblemDetail[] = [];
  for (const name of names) {
    const inQuery = query[name];
    const inForm = form.get(name);
    if (inQuery !== undefined && inForm !== undefined) {
      twice.push({ field: name, message: 'must be sent only once, in the query or in the form' });
    }
    const given = inForm ?? inQuery;
    if (given !== undefined) texts[name] = String(given);
  }
  if (twice.length > 0) throw invalid(...twice);
  return texts;
}

/** Reads the options from the query and, for multipart, from the fields before the file. Throws VALIDATION_ERROR. */
export function readImportOptions(
  resource: ImportResource,
  query: ImportQuery,
  form: ReadonlyMap<string, string>,
): ImportOptions {
  const texts = collectTexts(query, form);
  const reader = new OptionReader(texts);
  const mode = reader.choose('mode', importModes) ?? 'create';
  const isDryRun = reader.choose('dry_run', ['true', 'false']) === 'true';
  const onDuplicate = resource === 'leads' ? (reader.choose('on_duplicate', duplicateChoices) ?? 'create') : null;
  const mapping = reader.readMapping();
  const separator = reader.chooseSeparator();
  const sheet = reader.readSheet();
  const { conversion, faults } = readConversion(resource, texts);
  if (reader.faults.length + faults.length > 0) throw invalid(...reader.faults, ...faults);
  return {
    mode,
    isDryRun,
    onDuplicate,
    ...(mapping && { mapping }),
    ...(separator && { separator }),
    ...(sheet !== undefined && { sheet }),
    conversion,
  };
}
