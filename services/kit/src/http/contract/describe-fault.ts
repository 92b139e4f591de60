import type { ErrorObject } from 'ajv/dist/2020.js';
import { formatMessages } from './formats.js';

const typeWords: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'an array'],
  ['object', 'an object'],
]);

/** Describes a pattern by the contract's `x-message` or an example, because a regular expression helps no client. */
function describePattern({ params, parentSchema }: ErrorObject): string {
  if (params.pattern === '\\S') return 'must not be blank';
  const words: unknown = parentSchema?.['x-message'];
  if (typeof words === 'string') return words;
  const examples: unknown = parentSchema?.['examples'];
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  return example === undefined ? 'has a character or format that is not allowed' : `must look like ${example}`;
}

function describeTypes(types: readonly string[]): string {
  return `must be ${types.map((type) => typeWords.get(type) ?? type).join(' or ')}`;
}

function count(bound: 'least' | 'most', limit: number, [one, many]: readonly [string, string]): string {
  if (bound === 'least' && limit === 1) return 'must not be empty';
  return `must have at ${bound} ${limit} ${limit === 1 ? one : many}`;
}

const characters = ['character', 'characters'] as const;
const entries = ['entry', 'entries'] as const;
const fields = ['field', 'fields'] as const;

/** Descriptions of the right value, by the violated keyword of JSON Schema. */
const descriptions: Readonly<Record<string, (error: ErrorObject) => string>> = {
  required: () => 'is required',
  enum: ({ params }) => `must be one of: ${params['allowedValues'].join(', ')}`,
  const: ({ params }) => `must be ${params['allowedValue']}`,
  type: ({ params }) => describeTypes([params['type']].flat()),
  format: ({ params }) => formatMessages.get(params['format']) ?? `must be a valid ${params['format']}`,
  pattern: describePattern,
  minimum: ({ params }) => `must be at least ${params['limit']}`,
  maximum: ({ params }) => `must be at most ${params['limit']}`,
  exclusiveMinimum: ({ params }) => `must be above ${params['limit']}`,
  exclusiveMaximum: ({ params }) => `must be below ${params['limit']}`,
  minLength: ({ params }) => count('least', params['limit'], characters),
  maxLength: ({ params }) => count('most', params['limit'], characters),
  minItems: ({ params }) => count('least', params['limit'], entries),
  maxItems: ({ params }) => count('most', params['limit'], entries),
  minProperties: ({ params }) => count('least', params['limit'], fields),
  maxProperties: ({ params }) => count('most', params['limit'], fields),
  uniqueItems: () => 'must not contain duplicates',
};

/** Describes a fault by what would be right. */
export function describeFault(error: ErrorObject): string {
  return descriptions[error.keyword]?.(error) ?? error.message ?? 'is not valid';
}
