import { isJsonObject } from '@plotline/kit/core/json-object';
import { isJson } from '../../formats/model/file-record.js';
import { tooLarge } from '../../formats/model/parse-number.js';
import { createFieldReader, type FieldValue, type ReadField } from './cells/read-field.js';
import type { ConversionBasis } from './column-context.js';
import type { DefaultValue } from './conversion.js';
import { type ImportResource, isRequired } from './import-fields.js';
import { findUnit, isMeasure, type Measure } from './measures.js';
import { listTargets, type SourceDescription, type Target, type Values } from './record-source.js';

export interface RecordFault {
  /** Path of the field, such as `budget.min`. */
  readonly field: string;
  readonly message: string;
}

export interface MappedRecord {
  /** Body of a request to create the record. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Errors of values that could not be converted. The record doesn't contain these values. */
  readonly faults: readonly RecordFault[];
}

/** Maximum number of errors in one record. The service that owns the record has the same maximum. */
const maxFaults = 50;

function setPath(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    if (value === undefined) delete target[name];
    else target[name] = value;
    return;
  }
  const known = target[name];
  const isObject = typeof known === 'object' && known !== null;
  if (value === undefined && !isObject) return;
  const inner: Record<string, unknown> = isObject ? { ...known } : {};
  target[name] = inner;
  setPath(inner, rest, value);
}

interface CompiledTarget extends Target {
  readonly read: ReadField;
  readonly default: unknown;
  /**
   * Whether this field is the currency or unit of other fields. If so, its default only applies together with these
   * fields.
   */
  readonly isUnit: boolean;
}

/**
 * Returns the default of a field, converted like a cell. Its errors were already found when the import was requested.
 */
function convertDefault(target: Target, description: SourceDescription, basis: ConversionBasis): unknown {
  const given = basis.conversion.defaults.find(({ field }) => field === target.field)?.value;
  if (given === undefined) return undefined;
  const found = readDefault(target, given, description, basis);
  return found?.isEmpty === false ? found.value : undefined;
}

/** Converts the default of a field like a cell in a column with the field's name. */
export function readDefault(
  target: Target,
  given: DefaultValue['value'],
  description: SourceDescription,
  basis: ConversionBasis,
): FieldValue | undefined {
  const source = { column: target.field, read: () => given };
  const json = { ...description, format: 'jsonl' } as const;
  return createFieldReader(json, { ...target, sources: [source] }, { ...basis, evidence: [] })({});
}

/** Builds one record from the values of its fields. */
class RecordBuilder {
  readonly #resource: ImportResource;
  readonly record: Record<string, unknown>;
  readonly faults: RecordFault[] = [];
  readonly #measures = new Map<string, Measure[]>();

  constructor(resource: ImportResource, record: Record<string, unknown>) {
    this.#resource = resource;
    this.record = record;
  }

  /** Adds a field of the record. `hasObjects` means that the records are JSON. */
  add(target: CompiledTarget, found: FieldValue | undefined, hasObjects: boolean): void {
    if (!found || found.isEmpty) {
      this.#addEmpty(target, found, hasObjects);
      return;
    }
    const { field, path, type } = target;
    if (found.fault !== undefined) {
      this.#refuse(field, path, found.fault);
      return;
    }
    setPath(this.record, path, found.value);
    if (!isMeasure(type)) return;
    const measures = this.#measures.get(type.unitField) ?? [];
    measures.push({ field, type, value: found });
    this.#measures.set(type.unitField, measures);
  }

  /**
   * Adds a field without a value. In JSON the field becomes null, so that an update clears it. In other formats, the
   * field is left out.
   */
  #addEmpty(
    { field, path, default: fallback, isUnit }: CompiledTarget,
    found: Extract<FieldValue, { readonly isEmpty: true }> | undefined,
    hasObjects: boolean,
  ): void {
    if (fallback !== undefined && !isUnit) setPath(this.record, path, fallback);
    else if (found && hasObjects) setPath(this.record, path, isRequired(this.#resource, field) ? found.given : null);
  }

  #refuse(field: string, path: readonly string[], message: string): void {
    setPath(this.record, path, undefined);
    this.faults.push({ field, message });
  }

  /**
   * Sets the currency or unit that amounts or areas name, unless the file has a value in the field for the currency or
   * unit.
   */
  addUnit({ field, path, default: fallback }: CompiledTarget, found: FieldValue | undefined): void {
    const measures = this.#measures.get(field) ?? [];
    if (found?.isEmpty === false && found.fault !== undefined) return;
    const own = found?.isEmpty === false ? found.value : undefined;
    const { unit = measures.length > 0 ? fallback : undefined, faults } = findUnit(measures, { own, fallback });
    if (own === undefined && unit !== undefined) setPath(this.record, path, unit);
    for (const { field: name, message } of faults) this.#refuse(name, name.split('.'), message);
  }
}

/** Finds numbers within a value that JSON can't represent. */
function findInfinite(value: unknown, path = ''): RecordFault[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [{ field: path, message: tooLarge }];
  if (Array.isArray(value)) return value.flatMap((item, index) => findInfinite(item, `${path}[${index}]`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => findInfinite(item, path === '' ? name : `${path}.${name}`));
}

/**
 * Creates the mapper from records of a file to bodies of requests. Converts texts by the types of their fields and by
 * the notation of their columns. Leaves other JSON values unchanged. A blank text counts as an absent field.
 */
export function createRecordMapper(description: SourceDescription, basis: ConversionBasis) {
  const { resource, format, mapping } = description;
  const hasObjects = isJson(format);
  const listed = listTargets(description);
  const unitFields = new Set(listed.flatMap(({ type }) => (isMeasure(type) ? [type.unitField] : [])));
  const targets = listed.map((target): CompiledTarget => {
    const read = createFieldReader(description, target, basis);
    const fallback = convertDefault(target, description, basis);
    return { ...target, read, default: fallback, isUnit: unitFields.has(target.field) };
  });
  const units = targets.filter(({ isUnit }) => isUnit);
  const used = targets.filter((target) => target.sources.length > 0 || target.default !== undefined);
  return (values: Values): MappedRecord => {
    const builder = new RecordBuilder(resource, mapping ? {} : { ...values });
    const unitValues = new Map<string, FieldValue | undefined>();
    for (const target of used) {
      const found = target.read(values);
      if (target.isUnit) unitValues.set(target.field, found);
      builder.add(target, found, hasObjects);
    }
    for (const target of units) builder.addUnit(target, unitValues.get(target.field));
    const { record, faults } = builder;
    const infinite = hasObjects ? findInfinite(record) : [];
    return { record, faults: [...faults, ...infinite].slice(0, maxFaults) };
  };
}
