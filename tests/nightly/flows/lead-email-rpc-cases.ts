import { expect } from 'chai';
import type { RpcCase } from './rpc-world.js';

/** Calls of pipeline's LeadEmailsService. */
export const leadEmailCases: Readonly<Record<string, RpcCase>> = {
  'plotline.pipeline.v1.LeadEmailsService.RecordEmail': {
    createRequest: ({ leadId }) => ({
      ...{ id: 'eml_of_rpc', lead_id: leadId, status: 'delivered', at: 1_772_445_600_000 },
      ...{ subject: 'Villa 9', text: '', reason: '' },
    }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  'plotline.pipeline.v1.LeadEmailsService.ReceiveEmail': {
    createRequest: () => ({
      ...{ id: 'hev_of_rpc', from: 'nobody@nowhere.example', subject: 'Villa 9', text: 'Hi', at: 1_772_445_600_000 },
    }),
    assertResponse: (response) => expect(response).to.not.have.property('lead_id'),
  },
  'plotline.pipeline.v1.LeadEmailsService.ReceiveInquiry': {
    createRequest: () => ({
      ...{ id: 'hev_of_inquiry', portal: 'Bayut', name: 'Omar Said', email: 'omar.of.rpc@example.com', phone: '' },
      ...{ message: 'Hi', listings: [], agent: '', at: 1_772_445_600_000 },
    }),
    assertResponse: (response) =>
      expect(response)
        .to.have.property('lead_id')
        .that.matches(/^lead_/),
  },
};
