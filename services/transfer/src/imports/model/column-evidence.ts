import { toPlainText } from '../../formats/model/clean-text.js';
import type { DateOrder } from '../../formats/model/date-parts.js';
import type { FileRecord } from '../../formats/model/file-record.js';
import { findAreaNumber } from '../../formats/model/parse-area.js';
import { findShownOrder } from '../../formats/model/parse-date.js';
import { splitAtNumber } from '../../formats/model/parse-money.js';
import { type NumberFormat, readNumber } from '../../formats/model/parse-number.js';
import { createEnumerationConversion } from './cells/enumeration.js';
import type { Conversion } from './conversion.js';
import { type FieldType, isNumber, isRequired } from './import-fields.js';
import { listTargets, type Source, type SourceDescription } from './record-source.js';
import { createNoValueCheck, createTranslate, toTexts } from './translate.js';

/** Value from which the notation of its column is evident. */
export interface Shown<T> {
  readonly shows: T;
  readonly row: number;
  readonly text: string;
}

/** Evidence about the notation of a column. It must be plain data, because it is stored with the job. */
export interface ColumnEvidence {
  readonly column: string;
  readonly field: string;
  /** First value of each number format or date order. If there are several, they contradict each other. */
  readonly shown: readonly Shown<NumberFormat | DateOrder>[];
  /** The first value with two readings; null when there is none. */
  readonly open: { readonly row: number; readonly text: string } | null;
  /** The first distinct values that are not in the enumeration, each with the number of its occurrences. */
  readonly unknown: readonly { readonly value: string; readonly count: number }[];
  /** Number of further values that are not in the enumeration. */
  readonly other_unknown: number;
}

const maxTextLength = 60;
/** Maximum number of distinct unknown values that are counted: in one column, and in the whole file. */
const maxUnknown = { column: 20, file: 200 } as const;

/**
 * Returns the notation that is evident from a text. Returns null if the text has two possible readings, and undefined
 * if notation doesn't matter for it.
 */
type FindShown = (text: string) => NumberFormat | DateOrder | null | undefined;

function createFindShown(type: FieldType): FindShown | undefined {
  if (type.kind === 'date' || type.kind === 'date-time') {
    return (text) => findShownOrder(toPlainText(text))?.order;
  }
  if (!isNumber(type)) return undefined;
  return (text) => {
    const plain = toPlainText(text);
    const number = type.kind === 'area' ? findAreaNumber(plain) : splitAtNumber(plain)?.number;
    const reading = number === undefined ? undefined : readNumber(number);
    if (!reading) return undefined;
    return 'digits' in reading ? reading.format : null;
  };
}

/** Collects the evidence of one column. */
class ColumnCollector {
  readonly #source: Source;
  readonly #field: string;
  readonly #findShown: FindShown | undefined;
  readonly #isKnown: ((text: string) => boolean) | undefined;
  readonly #toText: (text: string) => string | null;
  readonly #shown = new Map<NumberFormat | DateOrder, Shown<NumberFormat | DateOrder>>();
  #open: ColumnEvidence['open'] = null;
  readonly #unknown = new Map<string, number>();
  #otherUnknown = 0;

  constructor(source: Source, field: string, type: FieldType, toText: (text: string) => string | null) {
    this.#source = source;
    this.#field = field;
    this.#findShown = createFindShown(type);
    const convert = type.kind === 'enumeration' ? createEnumerationConversion(type.values) : undefined;
    this.#isKnown = convert && ((text) => convert(text).fault === undefined);
    this.#toText = toText;
  }

  get isNeeded(): boolean {
    return this.#findShown !== undefined || this.#isKnown !== undefined;
  }

  /**
   * Adds a record. If `mayKeep` is true, one more distinct unknown value may be kept. Returns whether a value was kept.
   */
  add({ number: row, values }: FileRecord, mayKeep: boolean): boolean {
    let hasKept = false;
    for (const given of toTexts(this.#source.read(values))) {
      const text = this.#toText(given);
      if (text === null) continue;
      if (this.#isKnown && !this.#isKnown(text)) hasKept = this.#addUnknown(text, mayKeep) || hasKept;
      else if (this.#findShown) this.#addShown(this.#findShown(text), row, text);
    }
    return hasKept;
  }

  #addShown(shows: ReturnType<FindShown>, row: number, text: string): void {
    if (shows === undefined) return;
    if (shows === null) this.#open ??= { row, text: text.slice(0, maxTextLength) };
    else if (!this.#shown.has(shows)) this.#shown.set(shows, { shows, row, text: text.slice(0, maxTextLength) });
  }

  #addUnknown(text: string, mayKeep: boolean): boolean {
    const value = text.slice(0, maxTextLength);
    const count = this.#unknown.get(value);
    if (count === undefined && (!mayKeep || this.#unknown.size >= maxUnknown.column)) {
      this.#otherUnknown += 1;
      return false;
    }
    this.#unknown.set(value, (count ?? 0) + 1);
    return count === undefined;
  }

  toEvidence(): ColumnEvidence {
    return {
      column: this.#source.column,
      field: this.#field,
      shown: [...this.#shown.values()],
      open: this.#open,
      unknown: [...this.#unknown].map(([value, count]) => ({ value, count })),
      other_unknown: this.#otherUnknown,
    };
  }
}

/** Collects the evidence about the columns of a file, in limited memory and in one pass over its records. */
export class EvidenceCollector {
  readonly #columns: readonly ColumnCollector[];
  #kept = 0;

  constructor(description: SourceDescription, { value_map }: Pick<Conversion, 'value_map'>) {
    this.#columns = listTargets(description).flatMap(({ field, type, sources }) => {
      const translate = createTranslate(field, value_map);
      const hasNoValue = createNoValueCheck(type, isRequired(description.resource, field));
      const toText = (text: string) => {
        const translated = translate(text);
        return typeof translated !== 'string' || hasNoValue(translated) ? null : translated;
      };
      const columns = sources.map((source) => new ColumnCollector(source, field, type, toText));
      return columns.filter(({ isNeeded }) => isNeeded);
    });
  }

  add(record: FileRecord): void {
    for (const column of this.#columns) if (column.add(record, this.#kept < maxUnknown.file)) this.#kept += 1;
  }

  toEvidence(): readonly ColumnEvidence[] {
    return this.#columns.map((column) => column.toEvidence());
  }
}
