import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { invalid } from '../../core/errors.js';
import { endOfDay, isDay, startOfDay } from '../../core/time-zone.js';
import { cutArrays, findMaxItems } from './array-bounds.js';
import { type BodyFaults, findBodyFaults, noFaults } from './body-faults.js';
import { createTextCleaner } from './body-texts.js';
import {
  type ContractDocument,
  type Operation,
  type Parameter,
  type Route,
  resolveParameters,
  type Schema,
} from './document.js';
import { addContractFormats, toFaultDetails } from './faults.js';
import { assertFinite, assertNoNul, assertRelations, groupByParameter, rejectOddNumber } from './query-faults.js';
import { dropReadOnly } from './read-only.js';

/**
 * Replaces each day in a bound of a time range (`x-day-bound`) by its first or last moment in the time zone, in place.
 * Timestamps are not changed. The values have already been checked against the contract's formats.
 */
export function resolveDayBounds(
  query: Record<string, unknown>,
  parameters: readonly Parameter[],
  timeZone: string,
): void {
  for (const { name, 'x-day-bound': bound } of parameters) {
    const value = query[name];
    if (bound === undefined || typeof value !== 'string' || !isDay(value)) continue;
    query[name] = (bound === 'start' ? startOfDay : endOfDay)(value, timeZone).toISOString();
  }
}

function addDocument(ajv: Ajv2020, document: ContractDocument, prefix: string): void {
  addContractFormats(ajv);
  ajv.addSchema({ $id: prefix, ...document });
}

function toParameterSchema(prefix: string, parameters: readonly Parameter[]): object {
  const properties: Record<string, unknown> = {};
  for (const { name, schema } of parameters) properties[name] = rebase(schema, prefix);
  return { type: 'object', properties, required: parameters.filter((one) => one.required).map((one) => one.name) };
}

/**
 * Adds a prefix to the references in an inline schema, because they are local to its document. The validator knows the
 * document by that prefix.
 */
function rebase(schema: Schema, prefix: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' ? [key, `${prefix}${value}`] : [key, rebaseValue(value, prefix)],
    ),
  );
}

function rebaseValue(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((item) => rebaseValue(item, prefix));
  return isSchema(value) ? rebase(value, prefix) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

/** Checks query and body of a request against the contract. */
export interface RequestValidator {
  /**
   * Coerces values, applies defaults, and returns the known parameters. Drops unknown ones, or refuses them if
   * `isStrict`. Dates that bound a time range become moments in the time zone. Throws VALIDATION_ERROR with one row per
   * error.
   */
  query(raw: Readonly<Record<string, unknown>>, isStrict: boolean, timeZone: string): Record<string, unknown>;
  /** Returns the names of the first twenty unknown parameters, each cut to 100 characters. */
  ignored(raw: Readonly<Record<string, unknown>>): readonly string[];
  /**
   * Changes the body in place: removes unknown and read-only fields, clears empty texts, trims emails and applies
   * defaults. Returns the errors. With `isStrict`, unknown fields are errors.
   */
  body(raw: unknown, isStrict: boolean): BodyFaults;
}

/**
 * Skips ajv's check of each schema against the meta-schema, which takes longer than compiling the schema. Tests check
 * the contract.
 */
const commonOptions = {
  allErrors: true,
  strict: false,
  useDefaults: true,
  verbose: true,
  meta: false,
  validateSchema: false,
} as const;

/** Returns a function that calls `create` once and returns the same result each time. */
function onFirstUse<T extends object | null>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    if (created === undefined) created = create();
    return created;
  };
}

type CreateValidator = (route: Route) => RequestValidator;

const validatorsOf = new WeakMap<ContractDocument, CreateValidator>();

/**
 * Returns a function that creates the validator of a route and throws for an array without a maximum. An operation's
 * schemas are compiled at its first request. Most operations are rarely used, and compiling all of them would take most
 * of the startup time.
 */
export function createValidators(document: ContractDocument): CreateValidator {
  const present = validatorsOf.get(document) ?? bindValidators(document);
  validatorsOf.set(document, present);
  return present;
}

function bindValidators(document: ContractDocument): CreateValidator {
  const prefix = 'contract';
  const bodies = new Ajv2020({ ...commonOptions, removeAdditional: 'all', passContext: true });
  dropReadOnly(bodies);
  const queries = new Ajv2020({ ...commonOptions, coerceTypes: true });
  addDocument(bodies, document, prefix);
  addDocument(queries, document, prefix);
  const bound = new Map<string, RequestValidator>();
  const bind: CreateValidator = (route) => {
    const { operation, method } = route;
    const parameters = resolveParameters(document, operation).filter((one) => one.in === 'query');
    const getQueryCheck = onFirstUse(() => queries.compile(toParameterSchema(prefix, parameters)));
    const getBodyCheck = onFirstUse(() => compileBody(bodies, operation, prefix));
    const getTextCleaner = onFirstUse(() => createTextCleaner(document, route));
    const maxItems = findMaxItems(document, operation);
    return {
      query: (raw, isStrict, timeZone) => {
        if (isStrict) assertKnown(raw, parameters);
        if (method === 'get') assertRelations(raw, parameters);
        const known = pickKnown(raw, parameters);
        assertNoNul(known);
        const validateQuery = getQueryCheck();
        if (!validateQuery(known)) throw invalid(...groupByParameter(toFaultDetails(validateQuery.errors)));
        assertFinite(known);
        resolveDayBounds(known, parameters, timeZone);
        return known;
      },
      ignored: (raw) => findUnknown(raw, parameters),
      body: (raw, isStrict) => {
        const validate = getBodyCheck();
        if (!validate) return noFaults;
        cutArrays(raw, maxItems);
        getTextCleaner()(raw);
        return findBodyFaults(raw, { validate, isStrict, rows: operation['x-rows'] });
      },
    };
  };
  return (route) => {
    const { operationId } = route.operation;
    const validator = bound.get(operationId) ?? bind(route);
    bound.set(operationId, validator);
    return validator;
  };
}

/** A query can have thousands of names, each thousands of characters long. */
const maxUnknown = 20;
const maxNameLength = 100;

function findUnknown(raw: Readonly<Record<string, unknown>>, parameters: readonly Parameter[]): readonly string[] {
  const unknown = Object.keys(raw).filter((name) => !parameters.some((one) => one.name === name));
  return unknown.slice(0, maxUnknown).map((name) => name.slice(0, maxNameLength));
}

function assertKnown(raw: Readonly<Record<string, unknown>>, parameters: readonly Parameter[]): void {
  const unknown = findUnknown(raw, parameters);
  if (unknown.length > 0) throw invalid(...unknown.map((field) => ({ field, message: 'is not a known parameter' })));
}

function pickKnown(raw: Readonly<Record<string, unknown>>, parameters: readonly Parameter[]): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const { name, explode, schema } of parameters) {
    const value = raw[name];
    if (value === undefined) continue;
    const isList = explode === false && typeof value === 'string';
    known[name] = isList ? value.split(',').map((item) => item.trim()) : rejectOddNumber(value, schema);
  }
  return known;
}

function compileBody(ajv: Ajv2020, operation: Operation, prefix: string): ValidateFunction | null {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return schema ? ajv.compile({ type: 'object', ...rebase(schema, prefix) }) : null;
}
