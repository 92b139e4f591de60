import type { Caller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startTransferService } from '../../support/transfer-service.js';

const csv = 'name,email\nAda,ada@example.com\n';

describe('GET /v1/imports', () => {
  const service = useFixture(() => startTransferService());

  it('is empty in a workspace without imports', async () => {
    const { status, body, meta } = await service().request('GET', '/v1/imports');
    expect([status, body]).to.deep.equal([200, []]);
    expect(meta).to.include({ page: 1, per_page: 20, total: 0, total_pages: 0 });
  });

  it('filters by resource, mode, dry run and status, newest first', async () => {
    const as = { workspaceId: newId('ws') };
    const first = await service().importFile('/v1/leads/import', csv, { as });
    const second = await service().importFile('/v1/units/import?mode=upsert', 'name,email\nA,a@b.c\n', { as });
    const third = await service().importFile('/v1/properties/import?dry_run=true', 'name\nMarina\n', { as });
    const list = async (query: string) => {
      const { body } = await service().request('GET', `/v1/imports?${query}`, { as });
      return body.map(({ id }: { id: string }) => id);
    };
    expect(await list('')).to.deep.equal([third.id, second.id, first.id]);
    expect(await list('resource=units,leads')).to.deep.equal([second.id, first.id]);
    expect(await list('mode=upsert')).to.deep.equal([second.id]);
    expect(await list('dry_run=true')).to.deep.equal([third.id]);
    expect(await list('status=completed&sort=updated_at&order=asc')).to.deep.equal([first.id, second.id, third.id]);
    expect(await list('status=failed')).to.deep.equal([]);
    expect(await list(`updated_after=${third.updated_at}`)).to.deep.equal([third.id]);
  });

  it('shows only imports of resources that the credential may write', async () => {
    const workspaceId = newId('ws');
    const leads = await service().importFile('/v1/leads/import', csv, { as: { workspaceId } });
    const units = await service().importFile('/v1/units/import', csv, { as: { workspaceId } });
    const actor = { type: 'user', id: 'person_1', name: 'Ben', role: 'agent' } as const;
    const cases: readonly (readonly [Partial<Caller>, readonly string[], readonly number[]])[] = [
      [{ scopes: ['write:leads'] }, [leads.id], [200, 403]],
      [{ scopes: ['write:properties'] }, [units.id], [403, 200]],
      [{ scopes: ['write:leads', 'write:properties'], actor }, [leads.id], [200, 403]],
    ];
    for (const [caller, listed, statuses] of cases) {
      const as = { ...caller, workspaceId };
      const { body } = await service().request('GET', '/v1/imports', { as });
      expect(body.map(({ id }: { id: string }) => id)).to.deep.equal(listed);
      for (const suffix of ['', '/errors']) {
        const get = async (id: string) => (await service().request('GET', `/v1/imports/${id}${suffix}`, { as })).status;
        expect([await get(leads.id), await get(units.id)]).to.deep.equal(statuses);
      }
    }
  });

  it('is refused for callers who may write neither leads nor listings', async () => {
    const { status } = await service().request('GET', '/v1/imports', {
      as: { scopes: ['read:leads', 'write:agents'] },
    });
    expect(status).to.equal(403);
  });

  it('hides imports in other workspaces and in the other mode', async () => {
    const { id } = await service().importFile('/v1/leads/import', csv);
    for (const as of [{ workspaceId: newId('ws') }, { mode: 'sandbox' } as const]) {
      for (const path of [`/v1/imports/${id}`, `/v1/imports/${id}/errors`, `/v1/imports/${id}/errors?format=csv`]) {
        expect((await service().request('GET', path, { as })).status).to.equal(404);
      }
      expect((await service().request('POST', `/v1/imports/${id}/cancel`, { as })).status).to.equal(404);
    }
  });
});

describe('POST /v1/imports/:id/cancel', () => {
  const service = useFixture(() => startTransferService());

  it('ends a running import after the rows in progress, which are kept', async () => {
    const { records } = service();
    const rows = Array.from({ length: 1_500 }, (_, place) => `Lead ${place},lead${place}@example.com\n`).join('');
    let cancelled: Promise<unknown> = Promise.resolve();
    records.beforeAnswer = async ({ import_id, rows: [first] }) => {
      if (first?.number === 501) cancelled = service().request('POST', `/v1/imports/${import_id}/cancel`);
      await cancelled;
    };
    const ended = await service().importFile('/v1/leads/import', `name,email\n${rows}`);
    records.beforeAnswer = async () => undefined;
    expect(ended.status).to.equal('cancelled');
    expect(ended.rows).to.include({ total: 1_500, processed: 1_000, created: 1_000 });
    expect(records.stored).to.have.length(1_000);
    const again = await service().request('POST', `/v1/imports/${ended.id}/cancel`);
    expect([again.status, again.body.status]).to.deep.equal([200, 'cancelled']);
  });

  it('is refused for a completed import', async () => {
    const { id } = await service().importFile('/v1/leads/import', csv);
    const { status, body } = await service().request('POST', `/v1/imports/${id}/cancel`);
    expect([status, body.reason]).to.deep.equal([409, 'job_finished']);
  });
});
