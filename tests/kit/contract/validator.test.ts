import { loadContract, routesOf } from '@plotline/kit/contract/document';
import { createValidators, type RequestValidator } from '@plotline/kit/contract/validator';
import type { ProblemDetail } from '@plotline/kit/errors';
import { expect } from 'chai';
import { faultyFields, refusalOf } from '../../support/refusal-of.js';

const document = loadContract(new URL('./rows.yaml', import.meta.url));
const validators = createValidators(document);

function validatorOf(operationId: string): RequestValidator {
  const route = routesOf(document).find(({ operation }) => operation.operationId === operationId);
  if (!route) throw new Error(`no operation ${operationId}`);
  return validators(route);
}

describe('the validator of a query', () => {
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
    it(`makes ${JSON.stringify(known)} of ${JSON.stringify(raw)}`, () => {
      expect(query({ ...raw }, false)).eql(known);
    });
  }

  const refused: readonly (readonly [object, readonly string[]])[] = [
    [{ page: '0' }, ['page']],
    [{ page: '1.5' }, ['page']],
    [{ page: 'two' }, ['page']],
    [{ page: ['1', '2'] }, ['page']],
    [{ kind: 'small,tiny' }, ['kind[1]']],
    [{ min: 'cheap' }, ['min']],
    [{ since: '2026-02-30' }, ['since']],
    [{ page: '-1', min: 'x', sold: 'perhaps' }, ['page', 'min', 'sold']],
  ];
  for (const [raw, fields] of refused) {
    it(`refuses ${JSON.stringify(raw)} with one row for each of ${fields.join(', ')}`, async () => {
      expect(await faultyFields(() => query({ ...raw }, false))).members([...fields]);
    });
  }

  it('drops what the contract does not know, unless it is to be strict', async () => {
    const raw = { page: '1', utm_source: 'x', q: 'y' };
    expect(await faultyFields(() => query(raw, true))).eql(['utm_source', 'q']);
    expect(query({ page: '1' }, true)).eql(plain);
  });
});

describe('the validator of a body', () => {
  const { body } = validatorOf('createThings');
  const row = { name: 'a', price: { amount: 1 } };

  async function rowsOf(value: unknown, strict = false): Promise<readonly ProblemDetail[]> {
    return (await refusalOf(() => body(value, strict))).details;
  }

  it('applies defaults and removes unknown fields, in place and at any depth', () => {
    const value = { things: [{ ...row, id: 'thing_1', price: { amount: 1, vat: 2 } }], more: 1 };
    expect(body(value, false).size).equal(0);
    expect(value).eql({ things: [{ name: 'a', kind: 'small', price: { amount: 1 } }] });
  });

  it('does not turn one type into another', async () => {
    expect(await rowsOf({ things: [{ ...row, name: 7 }] })).eql([
      { field: 'things[0].name', message: 'must be string' },
    ]);
    expect(await rowsOf({ things: [{ ...row, price: { amount: '7' } }] })).eql([
      { field: 'things[0].price.amount', message: 'must be number' },
    ]);
  });

  it('names every fault at once, each by its path', async () => {
    const faulty = [row, { kind: 'tiny', price: {}, email: 'nobody' }, { ...row, price: null }];
    expect(await rowsOf({ things: faulty })).deep.members([
      { field: 'things[1].name', message: 'is required' },
      { field: 'things[1].kind', message: 'must be one of: small, large' },
      { field: 'things[1].price.amount', message: 'is required' },
      { field: 'things[1].email', message: 'must be a valid email' },
      { field: 'things[2].price', message: 'must be object' },
    ]);
  });

  for (const value of [null, [], 'text', 7]) {
    it(`takes ${JSON.stringify(value)} for no body`, async () => {
      expect(await rowsOf(value)).eql([{ field: 'body', message: 'must be object' }]);
    });
  }

  it('refuses what it would remove, at its path, when it is to be strict', async () => {
    const value = { things: [row, { ...row, id: 'x', price: { amount: 1, vat: 2 } }], more: 1 };
    expect(await rowsOf(value, true)).deep.members([
      { field: 'things[1].id', message: 'is not a known field' },
      { field: 'things[1].price.vat', message: 'is not a known field' },
      { field: 'more', message: 'is not a known field' },
    ]);
  });

  it('judges rows one by one where asked to, and names fields within the row', () => {
    const faults = body({ things: [row, { name: '' }, row, { name: 7, price: { amount: -1 } }] }, false, 'things');
    expect([...faults.keys()]).members([1, 3]);
    expect(faults.get(1)?.map(({ field }) => field)).members(['name', 'price']);
    expect(faults.get(3)?.map(({ field }) => field)).members(['name', 'price.amount']);
  });

  it('still refuses as a whole what is wrong outside of any row', async () => {
    const whole = async (value: unknown) => faultyFields(() => body(value, false, 'things'));
    expect(await whole({})).eql(['things']);
    expect(await whole({ things: [] })).eql(['things']);
    expect(await whole({ things: [row, row, row, row, row] })).eql(['things']);
    expect(await whole({ things: row })).eql(['things']);
  });

  it('has nothing to say of an operation without a body', () => {
    const value = { anything: 1 };
    expect(validatorOf('listThings').body(value, true).size).equal(0);
    expect(value).eql({ anything: 1 });
  });
});
