import { withMaintenance } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import type { Service } from '@plotline/kit/service/service';
import { createCallRetention } from './calls/work/retention.js';
import { createConnection } from './connections/api/create-connection.js';
import { deleteConnection } from './connections/api/delete-connection.js';
import { listCalls } from './connections/api/list-calls.js';
import { listProviders } from './connections/api/list-providers.js';
import { getConnection, listConnections } from './connections/api/read-connections.js';
import { disableConnection, enableConnection } from './connections/api/set-status.js';
import { testConnection } from './connections/api/test-connection.js';
import { updateConnection } from './connections/api/update-connection.js';
import type { Context } from './context.js';
import { createSync } from './crm/api/create-sync.js';
import { previewLead } from './crm/api/preview-lead.js';
import { cancelSync, getSync, listSyncs } from './crm/api/read-syncs.js';
import { createSyncWorker } from './crm/work/run-sync.js';
import { createCrmReaction } from './crm/work/send-lead.js';
import { createDocument } from './documents/api/create-document.js';
import { getDocument, getDocumentContent, listDocuments } from './documents/api/read-documents.js';
import { sendDocument, voidDocument } from './documents/api/send-document.js';
import { uploadSignedDocument } from './documents/api/upload-signed.js';
import { createLeadConsumer } from './documents/work/follow-leads.js';
import { createFollowReports } from './documents/work/follow-reports.js';
import { createDocumentWorker } from './documents/work/run-document-jobs.js';
import { createEmail } from './emails/api/create-email.js';
import { createEmailErasureConsumer } from './emails/work/erase-emails.js';
import { createEmailWorker } from './emails/work/send-emails.js';
import { createHookRouter } from './hooks/api/hook-router.js';
import { retryCall } from './hooks/api/retry-call.js';
import { createHookCounter } from './hooks/work/hook-metrics.js';
import { createHookWorker } from './hooks/work/process-hook-events.js';
import { createProcessMailEvent } from './inbound/work/process-mail-event.js';
import { createOutboundCounter } from './outbound/work/outbound-metrics.js';
import { createRecordConsumer } from './outbound/work/queue-records.js';
import { createOutboundWorker } from './outbound/work/send-records.js';
import { createPaymentLink } from './payments/api/create-payment-link.js';
import { createBookPayment } from './payments/work/book-payment.js';
import { createStatementLines } from './statements/api/create-statement-lines.js';
import {
  confirmStatementLine,
  dismissStatementLine,
  getStatementLine,
  listStatementLines,
} from './statements/api/decide-line.js';
import { migrations } from './stores.js';
import {
  createDocumentTemplate,
  deleteDocumentTemplate,
  getDocumentTemplate,
  listDocumentTemplates,
  updateDocumentTemplate,
} from './templates/api/document-templates.js';
import { getDocumentTemplatePreview } from './templates/api/preview-template.js';

/** Registers the endpoints and workers of this service. */
export function createService(context: Context): Service {
  const { runtime, providers } = context;
  const reactions = { hubspot: createCrmReaction(context, providers.hubspot) };
  return withMaintenance(
    runtime,
    { resets: context.sandboxResets },
    {
      contract: new URL('../openapi.yaml', import.meta.url),
      migrations,
      handlers: {
        listConnectionProviders: listProviders(context),
        listConnections: listConnections(context),
        createConnection: createConnection(context),
        getConnection: getConnection(context),
        updateConnection: updateConnection(context),
        deleteConnection: deleteConnection(context),
        testConnection: testConnection(context),
        enableConnection: enableConnection(context),
        disableConnection: disableConnection(context),
        listConnectionCalls: listCalls(context),
        retryConnectionCall: retryCall(context),
        previewConnection: previewLead(context),
        createConnectionSync: createSync(context),
        listConnectionSyncs: listSyncs(context),
        getConnectionSync: getSync(context),
        cancelConnectionSync: cancelSync(context),
        createInvoicePaymentLink: createPaymentLink(context, 'invoice'),
        createLeadEmail: createEmail(context),
        createStatementLines: createStatementLines(context),
        listStatementLines: listStatementLines(context),
        getStatementLine: getStatementLine(context),
        confirmStatementLine: confirmStatementLine(context),
        dismissStatementLine: dismissStatementLine(context),
        createHoldPaymentLink: createPaymentLink(context, 'hold'),
        listDocumentTemplates: listDocumentTemplates(context),
        createDocumentTemplate: createDocumentTemplate(context),
        getDocumentTemplate: getDocumentTemplate(context),
        updateDocumentTemplate: updateDocumentTemplate(context),
        deleteDocumentTemplate: deleteDocumentTemplate(context),
        getDocumentTemplatePreview: getDocumentTemplatePreview(context),
        createDealDocument: createDocument(context, 'deal'),
        createHoldDocument: createDocument(context, 'hold'),
        listDocuments: listDocuments(context),
        getDocument: getDocument(context),
        getDocumentContent: getDocumentContent(context),
        sendDocument: sendDocument(context),
        voidDocument: voidDocument(context),
        uploadSignedDocument: uploadSignedDocument(context),
      },
      server: { routers: [createHookRouter(context, createHookCounter(runtime))] },
      consumers: [
        createRecordConsumer(context, reactions),
        createEmailErasureConsumer(context),
        createLeadConsumer(context),
        context.suspensions.createConsumer(runtime.name),
      ],
      workers: [
        createCallRetention(context),
        createHookWorker(context, {
          stripe: createBookPayment(context, providers.stripe.payments),
          postmark: createProcessMailEvent(context, providers.postmark.email),
          smtp: createProcessMailEvent(context, providers.smtp.email),
          documenso: createFollowReports(context, providers.documenso.signature),
          docusign: createFollowReports(context, providers.docusign.signature),
          // HubSpot has no hooks.
          hubspot: null,
        }),
        createOutboundWorker(context, reactions, createOutboundCounter(runtime)),
        createSyncWorker(context),
        createEmailWorker(context),
        createDocumentWorker(context),
      ],
    },
  );
}
