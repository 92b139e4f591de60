import { createChecks } from '@plotline/connect/checks';
import type { Inconsistency } from '@plotline/kit/ops/doctor/check';
import { expect } from 'chai';
import nock from 'nock';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect } from '../support/connect.js';
import { toDocumensoBody, useDocumenso } from '../support/signatures.js';

const as = { workspaceId: 'ws_checked_documents' };
const scope = { mode: 'live', workspaceId: as.workspaceId } as const;
const weekMs = 7 * 86_400_000;
const empty = { data: [], count: 0, currentPage: 1, perPage: 10, totalPages: 0 };

describe('the doctor check of documents', () => {
  const connect = useFixture(startConnect);
  let document: Reply['body'];
  let connection: Reply['body'];

  const find = async (name: string): Promise<Inconsistency[]> => {
    const check = createChecks(connect().context).find((one) => one.name === name);
    if (!check) throw new Error(`There is no check ${name}.`);
    const found: Inconsistency[] = [];
    for await (const one of check.find(scope)) found.push(one);
    return found;
  };
  const post = (action: string) => connect().request('POST', action, { as, body: {} });

  before(async () => {
    useDocumenso().get('/envelope?perPage=1').reply(200, empty);
    connection = await connect().create('/v1/connections', toDocumensoBody(), as);
    const template = { name: 'Reservation', body: '{{lead.name}} reserves {{unit.name}}.' };
    const { id } = await connect().create('/v1/document-templates', template, as);
    document = await connect().create('/v1/holds/hold_1/documents', { template_id: id }, as);
  });

  after(() => nock.cleanAll());

  it('reports nothing for a new document', async () => {
    expect(await find('document_task')).to.deep.equal([]);
    expect(await find('document_file')).to.deep.equal([]);
  });

  it('reports a file that the transfer service does not have', async () => {
    const { files } = connect().leadFiles;
    const original = files.get(document.files.original);
    if (!original) throw new Error('The document has no file.');
    files.delete(document.files.original);
    expect(await find('document_file')).to.deep.equal([
      {
        workspace_id: as.workspaceId,
        id: document.id,
        field: 'files.original',
        expected: document.files.original,
        found: 'no file',
      },
    ]);
    files.set(document.files.original, original);
    expect(await find('document_file')).to.deep.equal([]);
  });

  it('reports a task that has waited for more than a week, and a task without a job', async () => {
    const { documentJobs } = connect().context;
    useDocumenso().get('/envelope').query(true).reply(401, { code: 'UNAUTHORIZED' });
    expect((await post(`/v1/documents/${document.id}/send`)).status).to.equal(202);
    await eventually(async () => {
      const { body } = await connect().request('GET', `/v1/connections/${connection.id}`, { as });
      expect(body.status).to.equal('needs_attention');
    });
    expect(await find('document_task')).to.deep.equal([]);
    connect().advanceClock(weekMs + 60_000);
    const [late] = await find('document_task');
    expect(late).to.deep.include({ id: document.id, found: 'send' });
    await documentJobs.jobs.collection.in({ workspaceId: as.workspaceId, mode: 'live' }).delete({});
    const [stuck] = await find('document_task');
    expect(stuck).to.deep.include({ id: document.id, expected: 'a job to send it', found: 'no job' });
  });
});
