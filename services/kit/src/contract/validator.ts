import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { invalid, type ProblemDetail } from '../errors.js';
import {
  type ContractDocument,
  type Operation,
  type Parameter,
  parametersOf,
  type Route,
  type Schema,
} from './document.js';
import { faultDetails, faultsByRow } from './faults.js';
import { unknownFields } from './strict.js';

function compile(ajv: Ajv2020, document: ContractDocument, prefix: string): void {
  addFormats.default(ajv);
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

/** Checks the parts of a request against the contract; each throws VALIDATION_ERROR with one row per fault. */
export interface RequestValidator {
  /** Coerces, applies defaults, and returns the known parameters; unknown ones are dropped, or refused when strict. */
  query(raw: Readonly<Record<string, unknown>>, strict: boolean): Record<string, unknown>;
  /**
   * Removes unknown fields (or refuses them when strict) and applies defaults, in place. `rows` names an array of the
   * body whose items are judged one by one: their faults are returned instead of thrown.
   */
  body(raw: unknown, strict: boolean, rows?: string): RowFaults;
}

/** Faults of single rows, by index; empty unless rows are judged one by one. */
export type RowFaults = ReadonlyMap<number, readonly ProblemDetail[]>;

const noFaults: RowFaults = new Map();

/** Compiles validators for a service's part once; ask it for each route's. */
export function createValidators(document: ContractDocument): (route: Route) => RequestValidator {
  const prefix = 'contract';
  const bodies = new Ajv2020({ allErrors: true, strict: false, useDefaults: true, removeAdditional: 'all' });
  const queries = new Ajv2020({ allErrors: true, strict: false, useDefaults: true, coerceTypes: true });
  compile(bodies, document, prefix);
  compile(queries, document, prefix);
  return ({ operation }) => {
    const parameters = parametersOf(document, operation).filter((one) => one.in === 'query');
    const checkQuery = queries.compile(parameterSchema(prefix, parameters));
    const checkBody = bodyCheck(bodies, operation, prefix);
    return {
      query: (raw, strict) => {
        if (strict) assertKnown(raw, parameters);
        const known = knownValues(raw, parameters);
        if (!checkQuery(known)) throw invalid(...faultDetails(checkQuery.errors));
        assertFinite(known);
        return known;
      },
      body: (raw, strict, rows) => (checkBody ? judgeBody(checkBody, raw, strict, rows) : noFaults),
    };
  };
}

function assertKnown(raw: Readonly<Record<string, unknown>>, parameters: readonly Parameter[]): void {
  const stray = Object.keys(raw).filter((name) => !parameters.some((one) => one.name === name));
  if (stray.length > 0) throw invalid(...stray.map((field) => ({ field, message: 'is not a known parameter' })));
}

/** Coercion turns `1e999` into a number that no schema refuses. */
function assertFinite(values: Readonly<Record<string, unknown>>): void {
  const fields = Object.keys(values).filter((field) => values[field] === Infinity || values[field] === -Infinity);
  if (fields.length > 0)
    throw invalid(...fields.map((field) => ({ field, message: 'must be a number within bounds' })));
}

function knownValues(
  raw: Readonly<Record<string, unknown>>,
  parameters: readonly Parameter[],
): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const { name, explode } of parameters) {
    const value = raw[name];
    if (value === undefined) continue;
    known[name] = explode === false && typeof value === 'string' ? value.split(',') : value;
  }
  return known;
}

function judgeBody(check: ValidateFunction, raw: unknown, strict: boolean, rows: string | undefined): RowFaults {
  const sent = strict ? structuredClone(raw) : raw;
  const errors = check(raw) ? [] : check.errors;
  if (rows === undefined && errors?.length) throw invalid(...faultDetails(errors));
  const { outside, rowFaults } = faultsByRow(errors, rows ?? '');
  const unknown = strict ? unknownFields(sent, raw) : [];
  if (outside.length + unknown.length > 0) throw invalid(...outside, ...unknown);
  return rowFaults;
}

function bodyCheck(ajv: Ajv2020, operation: Operation, prefix: string): ValidateFunction | null {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return schema ? ajv.compile({ type: 'object', ...rebase(schema, prefix) }) : null;
}
