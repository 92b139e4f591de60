import type { Mode } from '@plotline/kit/core/caller';
import type { VendorDialect } from '../../../vendors/model/vendor-request.js';

/** Version of the eSignature REST API (developers.docusign.com/docs/esign-rest-api). */
export const apiVersion = 'v2.1';

/** Hosts that issue tokens (developers.docusign.com/platform/auth/jwt). The sandbox uses the developer environment. */
export const authHosts: Readonly<Record<Mode, string>> = {
  live: 'account.docusign.com',
  sandbox: 'account-d.docusign.com',
};

/** API hosts of each mode. The `base_uri` of an account is one of them. */
export const apiHosts: Readonly<Record<Mode, readonly string[]>> = {
  live: [
    'www.docusign.net',
    'na2.docusign.net',
    'na3.docusign.net',
    'na4.docusign.net',
    'ca.docusign.net',
    'eu.docusign.net',
    'au.docusign.net',
    'jp1.docusign.net',
  ],
  sandbox: ['demo.docusign.net'],
};

/** Format of DocuSign's responses. */
export const dialect: VendorDialect = {
  title: 'DocuSign',
  hosts: [...Object.values(authHosts), ...Object.values(apiHosts).flat()],
  requestIdHeader: 'x-docusign-tracetoken',
  // Leaves out tokens, subjects, recipients, and error messages, which may quote any of these.
  shownFields: new Set([
    'envelopeId',
    'transactionId',
    'status',
    'errorCode',
    'error',
    'event',
    'statusDateTime',
    'completedDateTime',
    'account_id',
    'is_default',
    'generatedDateTime',
    'retryCount',
  ]),
};
