import { findAreaUnit } from '../../formats/model/area-unit.js';
import { combineCurrencies, type NamedCurrency } from '../../formats/model/currency-name.js';
import type { FieldValue } from './cells/read-field.js';
import type { FieldType, MeasureType } from './import-fields.js';

/** Amount or area in a record, with the currencies or units that are named for it. */
export interface Measure {
  readonly field: string;
  readonly type: MeasureType;
  readonly value: Extract<FieldValue, { readonly isEmpty: false }>;
}

/** Possible values of the currency or unit field. They come from the file, a default, or the amounts and areas. */
export interface UnitChoice {
  readonly own: unknown;
  readonly fallback: unknown;
}

interface Found {
  readonly unit?: string;
  readonly faults: readonly { readonly field: string; readonly message: string }[];
}

export function isMeasure(type: FieldType): type is MeasureType {
  return type.kind === 'money' || type.kind === 'area';
}

function describe(named: NamedCurrency): string {
  return named[0] ?? named.filter((code) => code !== null).join(' or ');
}

/**
 * Returns one of the possible currencies: the default, or else the usual currency of the sign; null when there is
 * neither.
 */
function chooseCode(named: NamedCurrency, fallback: unknown): string | null {
  return typeof fallback === 'string' && named.includes(fallback) ? fallback : named[0];
}

function chooseCurrency(measures: readonly Measure[], { own, fallback }: UnitChoice): Found {
  let named: NamedCurrency | undefined = typeof own === 'string' ? [own] : undefined;
  const given = measures.flatMap(({ field, type, value }) =>
    [value.source.currency, value.currency].flatMap((currency) => (currency ? [{ field, type, currency }] : [])),
  );
  for (const { field, type, currency } of given) {
    const combined: NamedCurrency | undefined = named ? combineCurrencies(named, currency) : currency;
    if (named && !combined) {
      const other = `${type.unitField}, the name of the column or another amount is in ${describe(named)}`;
      return { faults: [{ field, message: `is in ${describe(currency)}, but ${other}` }] };
    }
    named = combined;
  }
  if (!named) return { faults: [] };
  const unit = chooseCode(named, fallback);
  if (unit !== null) return { unit, faults: [] };
  const field = measures[0]?.field ?? '';
  return { faults: [{ field, message: `may be in ${describe(named)}: add a column with the code of the currency` }] };
}

function chooseUnit(measures: readonly Measure[], { own }: UnitChoice): Found {
  let named = typeof own === 'string' ? { unit: findAreaUnit(own)?.name ?? own, text: own } : undefined;
  for (const { field, type, value } of measures) {
    for (const unit of [value.source.unit, value.unit]) {
      if (unit === undefined) continue;
      if (named && named.unit !== unit) {
        return {
          faults: [
            {
              field,
              message: `is in ${unit}, but ${type.unitField}, the name of the column or another area is in ${named.text}`,
            },
          ],
        };
      }
      named ??= { unit, text: unit };
    }
  }
  return { ...(named && { unit: named.text }), faults: [] };
}

/**
 * Finds the currency or unit of amounts or areas that share one field for it. If this field has no value, uses the
 * currencies or units named in their cells or columns. Contradicting names are errors.
 */
export function findUnit(measures: readonly Measure[], choice: UnitChoice): Found {
  return measures[0]?.type.kind === 'area' ? chooseUnit(measures, choice) : chooseCurrency(measures, choice);
}
