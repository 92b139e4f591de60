import type { ProblemDetail } from '@plotline/kit/core/errors';
import { listRoutes, loadContract } from '@plotline/kit/http/contract/document';
import { pickValidFields, toBodyFaults } from '@plotline/kit/http/contract/faults';
import { createValidators, type RequestValidator } from '@plotline/kit/http/contract/validator';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';

const document = loadContract(new URL('./rows.yaml', import.meta.url));
const validators = createValidators(document);

function validatorOf(operationId: string): RequestValidator {
  const route = listRoutes(document).find(({ operation }) => operation.operationId === operationId);
  if (!route) throw new Error(`no operation ${operationId}`);
  return validators(route);
}

describe('RequestValidator.query', () => {
  const { query } = validatorOf('listThings');
  const plain = { page: 1, per_page: 20 };

  const accepted: readonly (readonly [object, object])[] = [
    [{}, plain],
    [{ page: '3' }, { ...plain, page: 3 }],
    [{ kind: 'small' }, { ...plain, kind: ['small'] }],
    [{ kind: 'small,large' }, { ...plain, kind: ['small', 'large'] }],
    [
      { min: '1.5', sold: 'true' },
      { ...plain, min: 1.5, sold: true },
    ],
    [{ since: '2026-02-28' }, { ...plain, since: '2026-02-28' }],
    [{ since: '2026-02-28T10:00:00Z' }, { ...plain, since: '2026-02-28T10:00:00Z' }],
    [{ utm: 'x' }, plain],
  ];
  for (const [raw, known] of accepted) {
    it(`reads ${JSON.stringify(raw)} as ${JSON.stringify(known)}`, () => {
      expect(query({ ...raw }, false, 'UTC')).to.deep.equal(known);
    });
  }

  const refused: readonly (readonly [object, readonly string[]])[] = [
    [{ page: '0' }, ['page']],
    [{ page: '1.5' }, ['page']],
    [{ page: 'two' }, ['page']],
    [{ page: ['1', '2'] }, ['page']],
    [{ kind: 'small,tiny' }, ['kind']],
    [{ page: '0x1' }, ['page']],
    [{ page: '1e1' }, ['page']],
    [{ page: ' 1' }, ['page']],
    [{ min: '+1' }, ['min']],
    [{ expand: 'agent' }, ['expand']],
    [{ kind: 'small,\0' }, ['kind']],
    [{ min: 'cheap' }, ['min']],
    [{ since: '2026-02-30' }, ['since']],
    [{ since: '9999-12-31T23:59:59-12:00' }, ['since']],
    [{ since: '0000-01-01T00:00:00+01:00' }, ['since']],
    [{ page: '9007199254740993' }, ['page']],
    [{ page: '-1', min: 'x', sold: 'perhaps' }, ['page', 'min', 'sold']],
  ];
  for (const [raw, fields] of refused) {
    it(`refuses ${JSON.stringify(raw)} and reports each of ${fields.join(', ')} once`, async () => {
      expect(await faultyFields(() => query({ ...raw }, false, 'UTC'))).to.have.members([...fields]);
    });
  }

  it('drops unknown parameters, or refuses them in strict mode', async () => {
    const raw = { page: '1', utm_source: 'x', q: 'y' };
    expect(await faultyFields(() => query(raw, true, 'UTC'))).to.deep.equal(['utm_source', 'q']);
    expect(query({ page: '1' }, true, 'UTC')).to.deep.equal(plain);
  });
});

describe('RequestValidator.body', () => {
  const { body } = validatorOf('createThings');
  const row = { name: 'a', price: { amount: 1 } };

  function faultsOf(value: unknown, strict = false): readonly ProblemDetail[] {
    const { faults, rowFaults } = body(value, strict);
    return [...faults, ...toBodyFaults('things', rowFaults)];
  }

  it('applies defaults and removes unknown and read-only fields, in place and at any depth', () => {
    const value = { things: [{ ...row, id: 7, other: 1, price: { amount: 1, vat: 2 } }], more: 1 };
    expect(faultsOf(value)).to.deep.equal([]);
    expect(value).to.deep.equal({ things: [{ name: 'a', kind: 'small', price: { amount: 1 } }] });
  });

  it('ignores the value of a read-only field, even if the value has the right type', () => {
    for (const sold of [7, { at: 'never' }, null]) {
      const value = {
        things: [
          { ...row, sold },
          { ...row, sold, kind: 'tiny' },
        ],
      };
      expect(faultsOf(value, true).map(({ field }) => field)).to.deep.equal(['things[1].kind']);
      expect(value.things[0]).to.not.have.property('sold');
    }
  });

  it('does not coerce values', () => {
    expect(faultsOf({ things: [{ ...row, name: 7 }] })).to.deep.equal([
      { field: 'things[0].name', message: 'must be a string' },
    ]);
    expect(faultsOf({ things: [{ ...row, price: { amount: '7' } }] })).to.deep.equal([
      { field: 'things[0].price.amount', message: 'must be a number' },
    ]);
  });

  it('accepts codes for units of account and withdrawn currencies', () => {
    for (const currency of ['CLF', 'UYW', 'HRK'])
      expect(faultsOf({ things: [{ ...row, currency }] })).to.deep.equal([]);
  });

  it('reports all errors together, by path and in plain words', () => {
    const faulty = [
      row,
      { kind: 'tiny', price: {}, email: 'nobody', currency: 'ZZZ', since: 'soon', code: 'b', label: ' ' },
      { ...row, price: null },
    ];
    expect(faultsOf({ things: faulty })).to.have.deep.members([
      { field: 'things[1].name', message: 'is required' },
      { field: 'things[1].kind', message: 'must be one of: small, large' },
      { field: 'things[1].price.amount', message: 'is required' },
      { field: 'things[1].email', message: 'must be a valid email address' },
      { field: 'things[1].currency', message: 'must be an ISO 4217 currency code' },
      { field: 'things[1].since', message: 'must be a timestamp such as 2026-03-01T09:30:00Z' },
      { field: 'things[1].code', message: 'must look like A1' },
      { field: 'things[1].label', message: 'must not be blank' },
      { field: 'things[2].price', message: 'must be an object' },
    ]);
  });

  for (const value of [null, [], 'text', 7]) {
    it(`refuses ${JSON.stringify(value)} as a body`, () => {
      expect(faultsOf(value)).to.deep.equal([{ field: 'body', message: 'must be an object' }]);
    });
  }

  it('refuses unknown fields by their path in strict mode, but not read-only fields', () => {
    const value = { things: [row, { ...row, id: 7, other: 'x', price: { amount: 1, vat: 2 } }], more: 1 };
    expect(faultsOf(value, true)).to.have.deep.members([
      { field: 'things[1].other', message: 'is not a known field' },
      { field: 'things[1].price.vat', message: 'is not a known field' },
      { field: 'more', message: 'is not a known field' },
    ]);
    expect(value.things[1]).to.not.have.property('id');
    expect(body({ things: [row, { ...row, other: 1 }] }, true).rowFaults.get(1)).to.deep.equal([
      { field: 'other', message: 'is not a known field' },
    ]);
  });

  it('returns the errors of each row separately, with fields relative to the row', () => {
    const { rowFaults } = body({ things: [row, { name: '' }, row, { name: 7, price: { amount: -1 } }] }, false);
    expect([...rowFaults.keys()]).to.have.members([1, 3]);
    expect(rowFaults.get(1)?.map(({ field }) => field)).to.have.members(['name', 'price']);
    expect(rowFaults.get(3)?.map(({ field }) => field)).to.have.members(['name', 'price.amount']);
  });

  it('assigns an error outside the rows to no row', () => {
    for (const value of [{}, { things: [] }, { things: [row, row, row, row, row] }, { things: row }]) {
      const { faults, rowFaults } = body(value, false);
      expect(faults.map(({ field }) => field)).to.deep.equal(['things']);
      expect(rowFaults.size).to.equal(0);
    }
  });

  it('finds every error in every row, so that no invalid row passes', () => {
    const { body: many } = validatorOf('createManyThings');
    const faulty = { name: 7, label: ' ', code: 'b', currency: 'ZZZ', since: 'soon', kind: 'tiny', email: 'nobody' };
    const { rowFaults } = many({ things: Array.from({ length: 100 }, () => ({ ...faulty })) }, false);
    expect([...rowFaults.values()].map(({ length }) => length)).to.deep.equal(Array.from({ length: 100 }, () => 8));
  });

  it('assigns a text that cannot be stored to its row, and ignores fields that it drops', () => {
    const { faults, rowFaults } = body({ things: [row, { ...row, name: 'a\0' }], more: 'b\0' }, false);
    expect(faults).to.deep.equal([]);
    expect([...rowFaults]).to.deep.equal([
      [1, [{ field: 'name', message: 'must not contain NUL or half of a surrogate pair' }]],
    ]);
  });

  it('validates half a million invalid items as fast as a few', () => {
    for (const item of [1, {}, []]) {
      const value = { things: Array.from({ length: 500_000 }, () => item) };
      const { faults, rowFaults } = body(value, true);
      expect(faults).to.deep.equal([{ field: 'things', message: 'must have at most 4 entries' }]);
      expect(rowFaults.size).to.equal(5);
    }
  });

  it("can't be created for a contract that has an array without maxItems", () => {
    expect(() => validatorOf('createEndlessThings')).to.throw(
      'createEndlessThings: an array of the body has no maxItems',
    );
  });

  it('finds no errors for an operation without a body', () => {
    const value = { anything: 1 };
    expect(validatorOf('listThings').body(value, true)).to.deep.equal({ faults: [], rowFaults: new Map() });
    expect(value).to.deep.equal({ anything: 1 });
  });
});

describe('pickValidFields', () => {
  it('returns the top-level fields that have no error at any depth', () => {
    const faults = ['name', 'price.amount', 'tags[3]'].map((field) => ({ field, message: 'no' }));
    expect(pickValidFields({ name: 1, price: {}, tags: [], agent: 'a' }, faults)).to.deep.equal({ agent: 'a' });
  });

  it('returns no field for a value that is not an object', () => {
    for (const body of [null, [], 'text', 7]) expect(pickValidFields(body, [])).to.deep.equal({});
  });
});
