import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { toDocumensoBody, toDocusignBody } from '../support/signatures.js';
import { startSimulatedConnect } from '../support/simulator.js';

for (const [vendor, toBody] of [
  ['Documenso', () => toDocumensoBody()],
  ['DocuSign', () => toDocusignBody()],
] as const) {
  describe(`the page of a simulated signature at ${vendor}`, () => {
    const connect = useFixture(startSimulatedConnect);
    let turns = 0;
    let as = { workspaceId: '' };
    let document: Reply['body'];

    const read = async (): Promise<Reply['body']> =>
      (await connect().request('GET', `/v1/documents/${document.id}`, { as })).body;
    const becomes = (change: object) => eventually(async () => expect(await read()).to.deep.include(change));
    const getUrl = () => `/live/${as.workspaceId}/documents/${document.id}`;

    beforeEach(async () => {
      turns += 1;
      as = { workspaceId: `ws_signing_${vendor.toLowerCase()}_${turns}` };
      await connect().create('/v1/connections', toBody(), as);
      const template = { name: 'Reservation', body: '{{lead.name}} reserves {{unit.name}}.' };
      const { id } = await connect().create('/v1/document-templates', template, as);
      document = await connect().create('/v1/holds/hold_1/documents', { template_id: id }, as);
    });

    const sendIt = async () => {
      await connect().request('POST', `/v1/documents/${document.id}/send`, { as, body: {} });
      await becomes({ status: 'sent', pending: null });
    };

    it('is unknown before the document is sent, and then names its signers', async () => {
      expect((await connect().look(getUrl())).status).to.equal(404);
      await sendIt();
      const { status, text } = await connect().look(getUrl());
      expect(status).to.equal(200);
      expect(text).to.include('Simulated signature').and.to.include('lucja@example.com');
    });

    it('files the document once after Sign is pressed, even if it is pressed twice at the same time', async () => {
      await sendIt();
      await connect().press(getUrl(), 'open');
      await becomes({ status: 'viewed' });
      await Promise.all([connect().press(getUrl(), 'sign'), connect().press(getUrl(), 'sign')]);
      await becomes({ status: 'signed', pending: null });
      expect((await connect().look(getUrl())).text).to.include('has filed the document');
      expect((await connect().press(getUrl(), 'decline')).status).to.equal(409);
      expect(await read()).to.include({ status: 'signed' });
      expect((await connect().journal(document.id, as)).filter(({ type }) => type === 'signed')).to.have.length(1);
    });

    it('declines the document with a reason', async () => {
      await sendIt();
      await connect().press(getUrl(), 'decline');
      await becomes({ status: 'declined', reason: 'Declined in the simulator' });
      expect((await connect().press(getUrl(), 'sign')).status).to.equal(409);
    });
  });
}
