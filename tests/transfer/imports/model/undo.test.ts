import type { Job } from '@plotline/kit/tasks/job';
import type { ImportData } from '@plotline/transfer/imports/model/import';
import { canRestart, findUndoRefusal, toUndoId } from '@plotline/transfer/imports/model/undo';
import { expect } from 'chai';
import { createImportRun } from '../../support/import-run.js';

const end = new Date('2026-03-02T12:00:00.000Z');
const hourMs = 3_600_000;
const hoursLater = (hours: number) => new Date(end.getTime() + hours * hourMs);

/** Import that has created a record. */
const { job } = createImportRun('name,email\nAda,ada@example.com\n');
const ended: Job<ImportData> = {
  ...job,
  status: 'completed',
  finished_at: end,
  state: { ...job.state, row: 1, recorded: 1 },
  counts: { ...job.counts, created: 1 },
};

describe('the undo of an import', () => {
  it('is possible for 24 hours after the import ended, however it ended', () => {
    for (const status of ['completed', 'failed', 'cancelled'] as const) {
      expect(findUndoRefusal({ ...ended, status }, hoursLater(24)), status).to.equal(null);
    }
    const refusal = findUndoRefusal(ended, hoursLater(24.1));
    expect(refusal).to.include({ code: 'CONFLICT', reason: 'undo_period_over' });
    expect(refusal?.data).to.deep.equal({ until: hoursLater(24).toISOString() });
  });

  it('is refused for a dry run, and before the import has ended', () => {
    const dryRun = { ...ended, input: { ...ended.input, dry_run: true } };
    expect(findUndoRefusal(dryRun, end)?.reason).to.equal('import_is_dry_run');
    for (const status of ['queued', 'running'] as const) {
      const refusal = findUndoRefusal({ ...ended, status, finished_at: null }, end);
      expect([refusal?.reason, refusal?.data]).to.deep.equal(['import_not_finished', { status }]);
    }
  });

  it('is refused if some of the created records are unknown', () => {
    const { recorded: _recorded, ...former } = ended.state;
    expect(findUndoRefusal({ ...ended, state: former }, end)?.reason).to.equal('undo_unavailable');
    expect(findUndoRefusal({ ...ended, counts: { ...ended.counts, created: 2 } }, end)?.reason).to.equal(
      'undo_unavailable',
    );
    const empty = { ...ended, state: former, counts: { ...ended.counts, created: 0 } };
    expect(findUndoRefusal(empty, end)).to.equal(null);
  });

  it('has an id that is derived from the import, and can continue after a failure', () => {
    expect(toUndoId('imp_01k9')).to.equal('undo_01k9');
    expect(
      (['queued', 'running', 'completed', 'failed', 'cancelled'] as const).map((status) => canRestart({ status })),
    ).to.deep.equal([false, false, false, true, true]);
  });
});
