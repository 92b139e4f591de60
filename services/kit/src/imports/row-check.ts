import type { Caller } from '../core/caller.js';
import { Problem, type ProblemDetail } from '../core/errors.js';
import { isJsonObject } from '../core/json-object.js';
import { assertRole, assertScopes } from '../http/authorize.js';
import { assertPlain } from '../http/body.js';
import { listRoutes, loadContract } from '../http/contract/document.js';
import { pickValidFields } from '../http/contract/faults.js';
import { createValidators } from '../http/contract/validator.js';

/** Valid fields of a row, and the errors in the others. */
export interface CheckedRow<Body> {
  /** Includes defaults, but no unknown, read-only or faulty fields. */
  readonly fields: Partial<Body>;
  readonly faults: readonly ProblemDetail[];
}

/** Checks rows in the same way as the bodies of an operation. */
export interface RowCheck<Body> {
  /** Checks a row. `record` is its JSON text. */
  check(record: string): CheckedRow<Body>;
  /** Throws FORBIDDEN unless the caller may use the operation. */
  assertAllowed(caller: Caller): void;
}

function refuse<Body>(message: string): CheckedRow<Body> {
  return { fields: {}, faults: [{ field: 'body', message }] };
}

/** Creates the checks for operations of a contract by operationId. Each is compiled on demand. */
export function createRowChecks(contract: URL): <Body extends object>(operationId: string) => RowCheck<Body> {
  const document = loadContract(contract);
  const validators = createValidators(document);
  const routes = listRoutes(document);
  return <Body extends object>(operationId: string): RowCheck<Body> => {
    const route = routes.find(({ operation }) => operation.operationId === operationId);
    if (!route) throw new Error(`The contract has no operation ${operationId}.`);
    const validator = validators(route);
    return {
      check: (record) => {
        // The validator below guarantees the type.
        let body: Body;
        try {
          body = JSON.parse(record);
          assertPlain(body);
        } catch (error) {
          return refuse(error instanceof Problem ? error.message : 'is not valid JSON');
        }
        const { faults } = validator.body(body, false);
        return { fields: pickValidFields(body, faults), faults };
      },
      assertAllowed: ({ scopes, actor }) => {
        assertScopes(scopes, route.operation['x-scopes']);
        assertRole(actor, route.operation['x-roles']);
      },
    };
  };
}

/** Maximum length of a text that refers to a record: an email or a full name. */
const maxLength = 300;
const maxReferences = 100;

/** Records that a text in a file refers to. */
export interface NamedRecords {
  readonly reference: string;
  /** Number of records. 1 if the text identifies a single record. */
  readonly count: number;
  /** Id of the only record; absent when there are several. */
  readonly id?: string | undefined;
}

/** A kind of record that rows refer to. */
export interface ReferenceKind {
  /** Prefixes of its ids, without the underscore. There are several if the records are of several kinds. */
  readonly prefixes: readonly string[];
  /** Message that explains how to refer to a record: `must be the id or external id of …`. */
  readonly unknown: string;
  /** Returns the message for a text that refers to several records. The message explains how to refer to only one. */
  readonly describeSeveral: (count: number) => string;
}

/** Finds the records that each text refers to. A text that refers to no record has no result. */
export type FindNamed = (references: readonly string[]) => Promise<readonly NamedRecords[]>;

const isReference = (value: unknown) => typeof value === 'string' && value.trim() !== '' && value.length <= maxLength;

function isReferences(value: unknown): boolean {
  return Array.isArray(value) ? value.length <= maxReferences && value.every(isReference) : isReference(value);
}

const isOf = (fault: ProblemDetail, field: string) => fault.field === field || fault.field.startsWith(`${field}[`);

/**
 * Returns the checked row with the references from the file. The contract expects ids, but a file may contain names,
 * which can be longer.
 */
export function keepReferences<Body extends object>(
  checked: CheckedRow<Body>,
  record: string,
  fields: readonly (string & keyof Body)[],
): CheckedRow<Body> {
  // The check of the row has already refused a text that isn't JSON.
  if (checked.faults.some(({ field }) => field === 'body')) return checked;
  const sent: unknown = JSON.parse(record);
  const named = fields.filter((field) => isJsonObject(sent) && isReferences(sent[field]));
  const kept = isJsonObject(sent) ? named.map((field) => [field, sent[field]]) : [];
  return {
    fields: { ...checked.fields, ...Object.fromEntries(kept) },
    faults: checked.faults.filter((fault) => !named.some((field) => isOf(fault, field))),
  };
}

/** Returns the texts of a field whose value is a text or a list of texts. */
function readTexts(fields: object, field: string): string[] {
  const value: unknown = Reflect.get(fields, field);
  return [value].flat().filter((text) => typeof text === 'string');
}

/** Records that the texts in a field of the rows refer to. */
export class NamedReferences {
  readonly #kind: ReferenceKind;
  readonly #isId: RegExp;
  readonly #found = new Map<string, NamedRecords>();

  constructor(kind: ReferenceKind) {
    this.#kind = kind;
    this.#isId = new RegExp(`^(?:${kind.prefixes.join('|')})_[0-9a-z]{26}$`);
  }

  /** Looks up all texts in a field of the rows, with one call. Leaves out texts that are ids. */
  async find(rows: readonly object[], field: string, findNamed: FindNamed): Promise<void> {
    const texts = rows.flatMap((fields) => readTexts(fields, field)).map((text) => text.trim());
    const names = [...new Set(texts)].filter((text) => !this.#isId.test(text));
    const found = names.length > 0 ? await findNamed(names) : [];
    for (const one of found) this.#found.set(one.reference, one);
  }

  /** Replaces the texts in a field of the row with ids. A text that refers to no record, or to several, is an error. */
  apply<Body extends object>(checked: CheckedRow<Body>, field: string & keyof Body): CheckedRow<Body> {
    const texts = readTexts(checked.fields, field);
    if (texts.length === 0) return checked;
    const isList = Array.isArray(Reflect.get(checked.fields, field));
    const results = texts.map((text, place) => this.#resolve(text.trim(), isList ? `${field}[${place}]` : field));
    const faults = results.flatMap((result) => (typeof result === 'string' ? [] : [result]));
    const fields: Partial<Body> = { ...checked.fields };
    if (faults.length > 0) {
      Reflect.deleteProperty(fields, field);
      return { fields, faults: [...checked.faults, ...faults] };
    }
    Reflect.set(fields, field, isList ? results : results[0]);
    return { fields, faults: checked.faults };
  }

  /** Returns the id, or the error in the field. Doesn't check whether a record has the id. */
  #resolve(text: string, field: string): string | ProblemDetail {
    if (this.#isId.test(text)) return text;
    const found = this.#found.get(text);
    if (!found) return { field, message: this.#kind.unknown };
    return found.id ?? { field, message: this.#kind.describeSeveral(found.count) };
  }
}
