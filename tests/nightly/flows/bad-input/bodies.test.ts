import { expect } from 'chai';
import { bodyFaults, unboundedFields } from '../../../support/contract/body-faults.js';
import { referenceSlots } from '../../../support/contract/reference-slots.js';
import { fillFrom, requestFor, send } from '../../../support/contract/request.js';
import type { ServedOperation } from '../../../support/contract/served-contract.js';
import { useFixture } from '../../../support/use-fixture.js';
import { newWholePortfolio, type WholePortfolio } from '../../../support/whole-portfolio.js';
import { newWorkspace } from '../../../support/workspace.js';
import { startContractFixture } from '../contract-fixture.js';
import { expectAllRefused, findFieldFault } from './refusals.js';

const strict = { prefer: 'handling=strict' };

describe('a request body with one invalid field', () => {
  const fixture = useFixture(startContractFixture);
  let withBody: readonly ServedOperation[];

  before(async () => {
    withBody = fixture().operations.filter(({ body }) => body !== undefined);
  });

  it('can always be refused, because the contract limits every text, array and amount', () => {
    const unbounded = withBody.flatMap(({ name, body }) =>
      unboundedFields(body ?? {}).map((field) => `${name}: ${field}`),
    );
    expect(unbounded).to.deep.equal([]);
  });

  it('answers 422 and names the field: missing, wrong type, enum, format, too long, too small, too many', async () => {
    const { api, own } = fixture();
    const attempts = withBody.flatMap((operation) =>
      bodyFaults(operation.body ?? {}, fillFrom(operation, own)).map((fault) => ({ operation, fault })),
    );
    await expectAllRefused(fixture(), attempts, async ({ operation, fault }) => {
      const request = requestFor(operation, own, { body: fault });
      return findFieldFault(`${operation.name}: ${fault.field} ${fault.kind}`, await send(api, request), fault.field);
    });
  });

  async function expectReferencesRefused(other: WholePortfolio['ids'] | null): Promise<void> {
    const { api, own } = fixture();
    const slots = withBody.flatMap(referenceSlots).filter(({ place }) => place === 'body');
    await expectAllRefused(fixture(), slots, async ({ operation, field, kind, change }) => {
      const answer = await send(api, requestFor(operation, own, change(other?.[kind] ?? 'nothing_of_the_kind')));
      return findFieldFault(`${operation.name}: ${field}`, answer, field);
    });
  }

  it('answers 422 and names the field: a reference to a missing record', () => expectReferencesRefused(null));

  it('answers 422 and names the field: a reference to a record in another workspace', async () => {
    const { api } = await newWorkspace();
    await expectReferencesRefused((await newWholePortfolio(api, fixture().own.hookUrl)).ids);
  });

  it('answers 422 and names the field: an unknown field under Prefer: handling=strict', async () => {
    const { api, own } = fixture();
    await expectAllRefused(fixture(), withBody, async (operation) => {
      const body = { path: ['no_such_field'], content: 'x' };
      return findFieldFault(
        operation.name,
        await send(api, requestFor(operation, own, { body }), strict),
        'no_such_field',
      );
    });
  });

  it('is accepted without the field when the field is unknown', async () => {
    const { api } = await newWorkspace();
    const own = await newWholePortfolio(api, fixture().own.hookUrl);
    const creating = withBody.filter(({ statuses, rows }) => statuses.includes(201) && rows === undefined);
    // An API key has no notification preferences.
    const updating = withBody.filter(({ method, path }) => method === 'PUT' && !path.endsWith('/preferences'));
    for (const operation of [...creating, ...updating]) {
      const body = { path: ['no_such_field'], content: 'never stored' };
      const answer = await send(api, requestFor(operation, own, { body }));
      expect(answer.status, `${operation.name}: ${answer.text}`).to.be.oneOf([200, 201]);
      expect(answer.text, operation.name).to.not.include('never stored').and.not.contain('no_such_field');
    }
  });
});
