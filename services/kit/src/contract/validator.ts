import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { invalid, type ProblemDetail } from '../errors.js';
import { cutArrays, longestArray } from './array-bounds.js';
import {
  type ContractDocument,
  type Operation,
  type Parameter,
  parametersOf,
  type Route,
  type Schema,
} from './document.js';
import { faultDetails, faultsByRow, type RowFaults } from './faults.js';
import { addContractFormats } from './formats.js';
import { assertFinite, assertNoNul, assertRelations, byParameter, plainNumber } from './query-faults.js';
import { type Dropped, dropReadOnly } from './read-only.js';
import { unknownFields } from './strict.js';
import { unstorableTexts } from './unstorable.js';

function compile(ajv: Ajv2020, document: ContractDocument, prefix: string): void {
  addContractFormats(ajv);
  ajv.addSchema({ $id: prefix, ...document });
}

function parameterSchema(prefix: string, parameters: readonly Parameter[]): object {
  const properties: Record<string, unknown> = {};
  for (const { name, schema } of parameters) {
    properties[name] = rebase(schema, prefix);
  }
  return { type: 'object', properties, required: parameters.filter((one) => one.required).map((one) => one.name) };
}

/** References inside an inline schema are local to the document; the validator knows that document by its prefix. */
function rebase(schema: Schema, prefix: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' ? [key, `${prefix}${value}`] : [key, rebaseValue(value, prefix)],
    ),
  );
}

function rebaseValue(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((part) => rebaseValue(part, prefix));
  return isSchema(value) ? rebase(value, prefix) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

/** Checks the parts of a request against the contract. */
export interface RequestValidator {
  /**
   * Coerces, applies defaults, and returns the known parameters; unknown ones are dropped, or refused when strict.
   * Throws VALIDATION_ERROR with one row per fault.
   */
  query(raw: Readonly<Record<string, unknown>>, strict: boolean): Record<string, unknown>;
  /** Removes unknown fields (a fault when strict) and read-only ones, applies defaults, in place, and tells the faults. */
  body(raw: unknown, strict: boolean): BodyFaults;
}

/** What the contract finds wrong with a body. */
export interface BodyFaults {
  readonly faults: readonly ProblemDetail[];
  /** Faults of single rows where the operation names its rows (`x-rows`); they are not among the others. */
  readonly rowFaults: RowFaults;
}

const noFaults: BodyFaults = { faults: [], rowFaults: new Map() };

const common = { allErrors: true, strict: false, useDefaults: true, verbose: true } as const;

/** Compiles validators for a service's part once; ask it for each route's, which throws when an array has no bound. */
export function createValidators(document: ContractDocument): (route: Route) => RequestValidator {
  const prefix = 'contract';
  const bodies = new Ajv2020({ ...common, removeAdditional: 'all', passContext: true });
  dropReadOnly(bodies);
  const queries = new Ajv2020({ ...common, coerceTypes: true });
  compile(bodies, document, prefix);
  compile(queries, document, prefix);
  return ({ operation, method }) => {
    const parameters = parametersOf(document, operation).filter((one) => one.in === 'query');
    const checkQuery = queries.compile(parameterSchema(prefix, parameters));
    const checkBody = bodyCheck(bodies, operation, prefix);
    const longest = longestArray(document, operation);
    return {
      query: (raw, strict) => {
        if (strict) assertKnown(raw, parameters);
        if (method === 'get') assertRelations(raw, parameters);
        const known = knownValues(raw, parameters);
        assertNoNul(known);
        if (!checkQuery(known)) throw invalid(...byParameter(faultDetails(checkQuery.errors)));
        assertFinite(known);
        return known;
      },
      body: (raw, strict) => {
        if (!checkBody) return noFaults;
        cutArrays(raw, longest);
        return judgeBody(checkBody, raw, strict, operation['x-rows']);
      },
    };
  };
}

function assertKnown(raw: Readonly<Record<string, unknown>>, parameters: readonly Parameter[]): void {
  const stray = Object.keys(raw).filter((name) => !parameters.some((one) => one.name === name));
  if (stray.length > 0) throw invalid(...stray.map((field) => ({ field, message: 'is not a known parameter' })));
}

function knownValues(
  raw: Readonly<Record<string, unknown>>,
  parameters: readonly Parameter[],
): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const { name, explode, schema } of parameters) {
    const value = raw[name];
    if (value === undefined) continue;
    known[name] = explode === false && typeof value === 'string' ? value.split(',') : plainNumber(value, schema);
  }
  return known;
}

function judgeBody(check: ValidateFunction, raw: unknown, strict: boolean, rows: string | undefined): BodyFaults {
  const sent = strict ? structuredClone(raw) : raw;
  const dropped: Dropped = { readOnly: new Set() };
  const errors = check.call(dropped, raw) ? [] : check.errors;
  const found = faultDetails(errors);
  const unknown = strict ? unknownFields(sent, raw, dropped.readOnly) : [];
  const told = new Set(found.map(({ field }) => field));
  const unstorable = unstorableTexts(raw).filter(({ field }) => !told.has(field));
  const all = [...found, ...unstorable, ...unknown];
  return rows === undefined ? { faults: all, rowFaults: noFaults.rowFaults } : faultsByRow(all, rows);
}

function bodyCheck(ajv: Ajv2020, operation: Operation, prefix: string): ValidateFunction | null {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return schema ? ajv.compile({ type: 'object', ...rebase(schema, prefix) }) : null;
}
