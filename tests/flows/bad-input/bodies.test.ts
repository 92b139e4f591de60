import { expect } from 'chai';
import { bodyFaults, unboundedFields } from '../../support/contract/body-faults.js';
import { referenceSlots } from '../../support/contract/reference-slots.js';
import { fillFrom, requestFor, send } from '../../support/contract/request.js';
import type { ServedOperation } from '../../support/contract/served-contract.js';
import { newWholePortfolio, type WholePortfolio } from '../../support/whole-portfolio.js';
import { newWorkspace } from '../../support/workspace.js';
import { assertAllRefused, type Ground, newGround, unlessInvalid } from './ground.js';

const strict = { prefer: 'handling=strict' };

describe('a body with one wrong field', function () {
  this.timeout(180_000);
  let ground: Ground;
  let withBody: readonly ServedOperation[];

  before(async () => {
    ground = await newGround();
    withBody = ground.operations.filter(({ body }) => body !== undefined);
  });

  after(() => ground.close());

  it('can be told from a right one: every text, array and amount has its bounds', () => {
    const open = withBody.flatMap(({ name, body }) => unboundedFields(body ?? {}).map((field) => `${name}: ${field}`));
    expect(open).eql([]);
  });

  it('is 422 with the name of the field: missing, wrong type, enum, format, too long, too small, too many', async () => {
    const { api, own } = ground;
    const attempts = withBody.flatMap((operation) =>
      bodyFaults(operation.body ?? {}, fillFrom(operation, own)).map((fault) => ({ operation, fault })),
    );
    await assertAllRefused(ground, attempts, async ({ operation, fault }) => {
      const request = requestFor(operation, own, { body: fault });
      return unlessInvalid(`${operation.name}: ${fault.field} ${fault.kind}`, await send(api, request), fault.field);
    });
  });

  async function assertUnknownIs422(other: WholePortfolio['ids'] | null): Promise<void> {
    const { api, own } = ground;
    const slots = withBody.flatMap(referenceSlots).filter(({ place }) => place === 'body');
    await assertAllRefused(ground, slots, async ({ operation, field, kind, change }) => {
      const answer = await send(api, requestFor(operation, own, change(other?.[kind] ?? 'nothing_of_the_kind')));
      return unlessInvalid(`${operation.name}: ${field}`, answer, field);
    });
  }

  it('is 422 with the name of the field: a reference to nothing', () => assertUnknownIs422(null));

  it('is 422 with the name of the field: a reference to a record of another workspace', async () => {
    const { api } = await newWorkspace();
    await assertUnknownIs422((await newWholePortfolio(api, ground.own.hookUrl)).ids);
  });

  it('is 422 with the name of the field, when it is unknown and handling=strict is preferred', async () => {
    const { api, own } = ground;
    await assertAllRefused(ground, withBody, async (operation) => {
      const body = { path: ['no_such_field'], content: 'x' };
      return unlessInvalid(
        operation.name,
        await send(api, requestFor(operation, own, { body }), strict),
        'no_such_field',
      );
    });
  });

  it('is taken without the field, when it is unknown', async () => {
    const { api } = await newWorkspace();
    const own = await newWholePortfolio(api, ground.own.hookUrl);
    const creating = withBody.filter(({ statuses, rows }) => statuses.includes(201) && rows === undefined);
    const updating = withBody.filter(({ method }) => method === 'PUT');
    for (const operation of [...creating, ...updating]) {
      const body = { path: ['no_such_field'], content: 'never stored' };
      const answer = await send(api, requestFor(operation, own, { body }));
      expect(answer.status, `${operation.name}: ${answer.text}`).oneOf([200, 201]);
      expect(answer.text, operation.name).not.contain('never stored').and.not.contain('no_such_field');
    }
  });
});
