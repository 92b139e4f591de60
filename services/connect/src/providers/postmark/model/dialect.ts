import type { VendorDialect } from '../../../vendors/model/vendor-request.js';

export const apiUrl = 'https://api.postmarkapp.com';

/** Format of Postmark's answers (postmarkapp.com/developer/api/overview). */
export const dialect: VendorDialect = {
  title: 'Postmark',
  hosts: ['api.postmarkapp.com'],
  requestIdHeader: 'x-request-id',
  // Without addresses, subjects, texts, and the error's message, which may quote any of them.
  shownFields: new Set([
    'ErrorCode',
    'MessageID',
    'SubmittedAt',
    'RecordType',
    'MessageStream',
    'TotalCount',
    'DeliveryType',
    'Type',
    'TypeCode',
    'DeliveredAt',
    'ReceivedAt',
    'BouncedAt',
    'FirstOpen',
    'plotline_email',
  ]),
};
