import { newId } from '@plotline/kit/core/ids';
import { expect } from 'chai';
import type { RpcCase } from './rpc-world.js';

const leadEmailCases: Readonly<Record<string, RpcCase>> = {
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

const leadCopyCases: Readonly<Record<string, RpcCase>> = {
  'plotline.pipeline.v1.LeadCopiesService.GetLeadCopies': {
    createRequest: ({ leadId }) => ({ ids: [leadId, 'lead_unknown'] }),
    assertResponse: (response, { leadId, agentId }) => {
      expect(response).to.have.nested.property('leads.length', 1);
      expect(response).to.nested.include({ 'leads[0].id': leadId, 'leads[0].assigned_agent': agentId });
    },
  },
  'plotline.pipeline.v1.LeadCopiesService.ListLeadIds': {
    createRequest: () => ({ cursor: '', limit: 100 }),
    assertResponse: (response, { leadId }) => {
      expect(response).to.have.property('ids').that.includes(leadId);
    },
  },
};

const details = 'plotline.records.v1.RecordDetailsService';
const leadFiles = 'plotline.transfer.v1.LeadFilesService';

const detailCases: Readonly<Record<string, RpcCase>> = {
  [`${details}.GetRecord`]: {
    createRequest: ({ leadId }) => ({ resource: 'leads', id: leadId }),
    assertResponse: (response, { leadId }) =>
      expect(JSON.parse(String(Reflect.get(response, 'record')))).to.include({ id: leadId, name: 'Noor Haddad' }),
  },
};

const fileCases: Readonly<Record<string, RpcCase>> = {
  [`${leadFiles}.StoreLeadFile`]: {
    createRequest: ({ leadId }) => {
      const content = Buffer.from('%PDF-1.4\n%%EOF\n');
      return { file_id: newId('file'), lead_id: leadId, name: 'Contract.pdf', part: 0, is_last: true, content };
    },
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  [`${leadFiles}.ReadFile`]: {
    createRequest: async ({ call, leadId }) => {
      const file_id = newId('file');
      const file = { file_id, lead_id: leadId, name: 'Contract.pdf', part: 0, is_last: true };
      await call(`${leadFiles}.StoreLeadFile`, { ...file, content: Buffer.from('%PDF-1.4\n%%EOF\n') });
      return { file_id, offset: 0 };
    },
    assertResponse: (response) => expect(response).to.include({ type: 'application/pdf' }),
  },
};

const deposits = 'plotline.inventory.v1.DepositsService';

const depositCases: Readonly<Record<string, RpcCase>> = {
  [`${deposits}.GetDeposit`]: {
    createRequest: ({ holdId }) => ({ hold_id: holdId }),
    assertResponse: (response) => expect(response).to.include({ currency: 'EUR' }),
  },
  [`${deposits}.RecordDeposit`]: {
    createRequest: ({ holdId }) => ({
      ...{ hold_id: holdId, amount: 70, currency: 'EUR', paid_at: Date.now(), reference: 'pi_of_rpc' },
    }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  [`${deposits}.TakeDepositBack`]: {
    createRequest: ({ holdId }) => ({ hold_id: holdId, reference: 'pi_of_rpc' }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
};

const payments = 'plotline.pipeline.v1.PaymentsService';

const paymentCases: Readonly<Record<string, RpcCase>> = {
  [`${payments}.GetPayable`]: {
    createRequest: ({ invoiceId }) => ({ invoice_id: invoiceId }),
    assertResponse: (response) => {
      expect(response).to.include({ currency: 'USD' });
      expect(Reflect.get(response, 'number')).to.match(/^INV-/);
    },
  },
  [`${payments}.ListPayables`]: {
    createRequest: () => ({ cursor: '' }),
    assertResponse: (response, { invoiceId }) => {
      expect(response).to.have.nested.property('invoices[0].id', invoiceId);
      expect(response).to.have.nested.property('invoices.length', 1);
    },
  },
  [`${payments}.RecordPayment`]: {
    createRequest: ({ invoiceId }) => ({
      ...{ invoice_id: invoiceId, payment_id: newId('pay'), amount: 1, currency: 'USD' },
      ...{ paid_on: '2026-03-02', reference: 'pi_of_rpc', method: 'card' },
    }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  [`${payments}.TakePaymentBack`]: {
    createRequest: ({ invoiceId }) => ({ invoice_id: invoiceId, payment_id: newId('pay') }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
};

/** Calls that only connect makes. */
export const connectCases: Readonly<Record<string, RpcCase>> = {
  ...leadEmailCases,
  ...leadCopyCases,
  ...detailCases,
  ...fileCases,
  ...depositCases,
  ...paymentCases,
};
