import type { VendorDialect } from '../../../vendors/model/vendor-request.js';

/** Version of the API whose objects this code reads (docs.documenso.com/developers/public-api). */
export const apiVersion = 'v2';

/** Address of the vendor's own service. Used unless a connection has its own address. */
export const cloudUrl = 'https://app.documenso.com';

/** Format of Documenso's responses. An error's message is not shown, because it may quote the request. */
export const dialect: VendorDialect = {
  title: 'Documenso',
  hosts: ['app.documenso.com'],
  isSelfHosted: true,
  requestIdHeader: 'x-request-id',
  // Leaves out titles, recipients and fields.
  shownFields: new Set([
    'id',
    'envelopeId',
    'externalId',
    'type',
    'status',
    'event',
    'code',
    'success',
    'count',
    'createdAt',
    'updatedAt',
    'completedAt',
  ]),
};
