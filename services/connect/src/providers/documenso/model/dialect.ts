import type { VendorDialect } from '../../../vendors/model/vendor-request.js';

/** Version of the API whose objects this code reads (docs.documenso.com/developers/public-api). */
export const apiVersion = 'v2';

/** Address of the vendor's own service, which is used unless a connection has another one. */
export const cloudUrl = 'https://app.documenso.com';

/** Format of Documenso's answers. The message of an error may quote the request, so it is not shown. */
export const dialect: VendorDialect = {
  title: 'Documenso',
  hosts: ['app.documenso.com'],
  isSelfHosted: true,
  requestIdHeader: 'x-request-id',
  // Without titles, recipients and fields.
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
