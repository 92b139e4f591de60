import type { RecordReader } from '@plotline/transfer/peers/record-reader';
import { testKeptAnswers } from '../support/kept-answers.js';
import { useFixture } from '../support/use-fixture.js';
import { startTransferService } from './support/transfer-service.js';

const recordReader: RecordReader = {
  count: async () => 0,
  readPage: async () => ({ records: [], next: '', snapshot: '', total: 0 }),
};
const newExport = { resource: 'leads', format: 'csv' };

describe('The response of transfer to a POST with an Idempotency-Key', () => {
  // Without workers, no job starts during the test.
  const service = useFixture(() =>
    startTransferService({ recordReader }, undefined, (made) => ({ ...made, workers: [] })),
  );
  const file = { type: 'text/csv', content: 'name,email\nAda,ada@example.com\n' };

  async function queued(): Promise<string> {
    const { body } = await service().request('POST', '/v1/leads/import', { file });
    return body.id;
  }

  /** Returns the path of an import that has ended without a worker. */
  async function cancelled(): Promise<string> {
    const path = `/v1/imports/${await queued()}`;
    await service().request('POST', `${path}/cancel`);
    return path;
  }

  testKeptAnswers('transfer', service, [
    ...['Leads', 'Units', 'Properties'].map((kind) => ({
      operation: `import${kind}`,
      prepare: async () => ({ path: `/v1/${kind.toLowerCase()}/import`, file }),
    })),
    { operation: 'cancelImport', prepare: async () => ({ path: `/v1/imports/${await queued()}/cancel` }) },
    { operation: 'undoImport', prepare: async () => ({ path: `${await cancelled()}/undo` }) },
    { operation: 'rotateTaskCalendar', prepare: async () => ({ path: '/v1/tasks/calendar' }) },
    {
      operation: 'uploadFile',
      prepare: async () => ({
        path: '/v1/files?lead_id=lead_1',
        file: { type: 'application/pdf', content: '%PDF-1.4\n%%EOF\n' },
      }),
    },
    { operation: 'rotateFeed', prepare: async () => ({ path: '/v1/feed' }) },
    { operation: 'createExport', prepare: async () => ({ path: '/v1/exports', body: newExport }) },
    {
      operation: 'cancelExport',
      prepare: async () => {
        const { body } = await service().request('POST', '/v1/exports', { body: newExport });
        return { path: `/v1/exports/${body.id}/cancel` };
      },
    },
  ]);
});
