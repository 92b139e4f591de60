import { addContractFormats, toFaultDetails } from '@plotline/kit/http/contract/faults';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';

const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
addContractFormats(ajv);

/** Returns the message about a value that a schema rejects. */
function messageOf(schema: object, value: unknown): string | undefined {
  const validate = ajv.compile(schema);
  expect(validate(value), JSON.stringify(value)).to.equal(false);
  return toFaultDetails(validate.errors)[0]?.message;
}

describe('the error for a value', () => {
  for (const [schema, value, message] of [
    [{ type: 'string' }, 1, 'must be a string'],
    [{ type: 'integer' }, 1.5, 'must be a whole number'],
    [{ type: ['number', 'null'] }, 'x', 'must be a number or null'],
    [{ type: 'boolean' }, 'yes', 'must be true or false'],
    [{ type: 'array' }, {}, 'must be an array'],
    [{ type: 'object' }, [], 'must be an object'],
    [{ enum: ['a', 'b'] }, 'c', 'must be one of: a, b'],
    [{ minimum: 1 }, 0, 'must be at least 1'],
    [{ maximum: 9 }, 10, 'must be at most 9'],
    [{ exclusiveMinimum: 0 }, 0, 'must be above 0'],
    [{ exclusiveMaximum: 1 }, 1, 'must be below 1'],
    [{ minLength: 1 }, '', 'must not be empty'],
    [{ minLength: 8 }, 'short', 'must have at least 8 characters'],
    [{ maxLength: 3 }, 'long', 'must have at most 3 characters'],
    [{ minItems: 1 }, [], 'must not be empty'],
    [{ maxItems: 1 }, [1, 2], 'must have at most 1 entry'],
    [{ maxProperties: 2 }, { a: 1, b: 2, c: 3 }, 'must have at most 2 fields'],
    [{ uniqueItems: true }, [1, 1], 'must not contain duplicates'],
    [{ format: 'date' }, 'soon', 'must be a date such as 2026-03-01'],
    [
      { anyOf: [{ format: 'date-time' }, { format: 'date' }, { type: 'null' }] },
      '2026-02-30',
      'must be a timestamp such as 2026-03-01T09:30:00Z or a date such as 2026-03-01',
    ],
    [{ format: 'uri' }, 'nowhere', 'must be a URL such as https://example.com/plan.jpg'],
    [{ pattern: '\\S' }, ' ', 'must not be blank'],
    [{ pattern: '^[A-Z]+$', examples: ['ABC'] }, 'abc', 'must look like ABC'],
  ] as const) {
    it(`is "${message}" for the schema ${JSON.stringify(schema)}`, () => {
      expect(messageOf(schema, value)).to.equal(message);
    });
  }
});
