import type { VendorDialect } from '../../../vendors/model/vendor-request.js';

export const apiUrl = 'https://api.postmarkapp.com';

/** Format of Postmark's answers (postmarkapp.com/developer/api/overview). */
export const dialect: VendorDialect = {
  title: 'Postmark',
  hosts: ['api.postmarkapp.com'],
  requestIdHeader: 'x-request-id',
  // Leaves out addresses, subjects, texts, and error messages, which may quote any of these.
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
