import type { Caller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { Reply, StartedService } from '../../support/started-service.js';

/** Creates an export and waits for its end. Resolves to the export as GET returns it. */
export async function finishExport(
  service: Pick<StartedService, 'request'>,
  body: object,
  as: Partial<Caller> = {},
): Promise<Reply['body']> {
  const asked = await service.request('POST', '/v1/exports', { body, as });
  expect(asked.status, JSON.stringify(asked.body)).to.equal(202);
  let found = asked;
  await eventually(async () => {
    found = await service.request('GET', `/v1/exports/${asked.body.id}`, { as });
    expect(found.body.finished_at, JSON.stringify(found.body)).to.be.a('string');
  });
  return found.body;
}

/** Follows the link in an export. The link has the public host. */
export function follow({ url }: Pick<StartedService, 'url'>, link: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}${new URL(link).pathname}`, init);
}
