import type { Caller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { RemovalOutcome } from '@plotline/protos/plotline/records/v1/records';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startTransferService } from '../../support/transfer-service.js';

const csv = 'name,email\nAda,ada@example.com\nBen,ben@example.com\nCy,nobody\n';
const nothingKept = { changed: 0, has_deal: 0, has_units: 0, merged: 0, deleted: 0, updated: 0 };

describe('POST /v1/imports/:id/undo', () => {
  let elapsedMs = 0;
  const service = useFixture(() => startTransferService({}, () => new Date(Date.now() + elapsedMs)));
  afterEach(() => {
    elapsedMs = 0;
    service().records.kept.clear();
    service().records.beforeRemoval = async () => undefined;
  });

  const request = (id: string, as: Partial<Caller> = {}) => service().request('POST', `/v1/imports/${id}/undo`, { as });
  const waitForUndo = (id: string, status: string) =>
    eventually(async () => {
      const { body } = await service().request('GET', `/v1/imports/${id}`);
      expect(body.undo?.status).to.equal(status);
      return body.undo;
    });

  it('removes the records that the import created, counts the records that it keeps, and runs once', async () => {
    const ended = await service().importFile('/v1/leads/import', csv);
    expect(ended.undo).to.deep.include({ status: 'available', removed: 0, kept: nothingKept });
    const until = new Date(Date.parse(ended.finished_at) + 24 * 3_600_000).toISOString();
    expect(ended.undo.until).to.equal(until);
    service().records.kept.set('lead_2', RemovalOutcome.REMOVAL_OUTCOME_CHANGED);
    const requests = await Promise.all([request(ended.id), request(ended.id)]);
    for (const { status, body, headers } of requests) {
      expect([status, body.id]).to.deep.equal([202, ended.id]);
      expect(body.undo.status).to.be.oneOf(['queued', 'running']);
      expect(headers.get('retry-after')).to.not.equal(null);
    }
    const undo = await waitForUndo(ended.id, 'completed');
    expect(undo).to.deep.include({ progress: 1, removed: 1, kept: { ...nothingKept, changed: 1 }, error: null, until });
    const calls = service().records.removals.filter(({ import_id }) => import_id === ended.id);
    expect(calls.map(({ resource, ids }) => [resource, ids])).to.deep.equal([['leads', ['lead_1', 'lead_2']]]);
    elapsedMs = 25 * 3_600_000;
    const again = await request(ended.id);
    expect([again.status, again.body.undo]).to.deep.equal([200, undo]);
    const { body: listed } = await service().request('GET', '/v1/imports?fields=undo');
    expect(listed.find(({ id }: { id: string }) => id === ended.id)?.undo).to.deep.equal(undo);
  });

  it('is refused for a dry run, for a running import, and after 24 hours', async () => {
    const dry = await service().importFile('/v1/leads/import?dry_run=true', csv);
    expect(dry.undo).to.equal(null);
    let early: ReturnType<typeof request> | undefined;
    service().records.beforeAnswer = async ({ import_id }) => {
      early ??= request(import_id);
      await early;
    };
    const ended = await service().importFile('/v1/leads/import', csv);
    service().records.beforeAnswer = async () => undefined;
    elapsedMs = 25 * 3_600_000;
    const refusals = [await request(dry.id), await early, await request(ended.id)];
    expect(refusals.map((refusal) => [refusal?.status, refusal?.body.reason])).to.deep.equal([
      [409, 'import_is_dry_run'],
      [409, 'import_not_finished'],
      [409, 'undo_period_over'],
    ]);
    expect((await service().request('GET', `/v1/imports/${ended.id}`)).body.undo).to.equal(null);
  });

  it('undoes the rows that a cancelled import stored', async () => {
    let cancelled: Promise<unknown> = Promise.resolve();
    service().records.beforeAnswer = async ({ import_id }) => {
      cancelled = service().request('POST', `/v1/imports/${import_id}/cancel`);
      await cancelled;
    };
    const ended = await service().importFile('/v1/leads/import', csv);
    service().records.beforeAnswer = async () => undefined;
    expect([ended.status, ended.rows.created]).to.deep.equal(['cancelled', 2]);
    await request(ended.id);
    expect(await waitForUndo(ended.id, 'completed')).to.include({ removed: 2 });
  });

  it('continues a failed undo when it is requested again', async () => {
    const ended = await service().importFile('/v1/leads/import', csv);
    service().records.beforeRemoval = () => Promise.reject(new Problem('FORBIDDEN', 'Not any more.'));
    await request(ended.id);
    const failed = await waitForUndo(ended.id, 'failed');
    expect(failed).to.deep.include({ removed: 0, error: { code: 'FORBIDDEN', message: 'Not any more.' } });
    service().records.beforeRemoval = async () => undefined;
    expect((await request(ended.id)).status).to.equal(202);
    expect(await waitForUndo(ended.id, 'completed')).to.deep.include({ removed: 2, error: null });
  });

  it("requires permission to import the resource, in the import's workspace", async () => {
    const { id } = await service().importFile('/v1/units/import', csv);
    const agent = { type: 'user', id: 'person_1', name: 'Ben', role: 'agent' } as const;
    const callers: readonly [Partial<Caller>, number][] = [
      [{ scopes: ['write:leads'] }, 403],
      [{ actor: agent }, 403],
      [{ workspaceId: 'ws_stranger' }, 404],
      [{ mode: 'sandbox' }, 404],
    ];
    for (const [as, status] of callers) expect((await request(id, as)).status).to.equal(status);
  });
});
