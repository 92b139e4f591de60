import type { Caller } from '@plotline/kit/core/caller';
import type { Connection } from '../../connections/model/connection.js';
import { openCredentials } from '../../connections/model/seals.js';
import { createConnectionSend } from '../../connections/work/call-vendor.js';
import type { Context } from '../../context.js';
import { getDateBox, getSignatureBox, pageSize } from '../../templates/model/signature-page.js';
import type { ProviderValues } from '../../vendors/model/field-values.js';
import type { Envelope, SignaturePort, SignatureRequest } from '../../vendors/model/signature-port.js';
import { VendorFailure } from '../../vendors/model/vendor-failure.js';
import type { SendToVendor } from '../../vendors/model/vendor-request.js';
import { getReturnedFiles, type SaleDocument, toSubject } from '../model/document.js';
import { followEnvelope, markFiled } from './change-in-background.js';

/** Access to the vendor of a connection. */
export interface VendorAccess {
  readonly port: SignaturePort;
  readonly send: SendToVendor;
  readonly values: ProviderValues;
}

/** Opens the access to an active connection's vendor. */
export function openVendor(context: Context, caller: Caller, connection: Connection): VendorAccess {
  const provider = context.providers[connection.provider];
  if (provider.category !== 'e_signature') throw new Error(`${provider.name} takes no documents.`);
  const credentials = openCredentials(context.seals, connection);
  const values = { mode: caller.mode, settings: connection.settings, credentials };
  return { port: provider.signature, send: createConnectionSend(context, caller, connection.id, provider), values };
}

async function readWhole({ leadFiles }: Pick<Context, 'leadFiles'>, caller: Caller, id: string): Promise<Buffer> {
  const first = await leadFiles.read(caller, id, 0);
  const parts = [first.content];
  let length = first.content.length;
  while (length < first.size) {
    const { content } = await leadFiles.read(caller, id, length);
    if (content.length === 0) throw new Error('The file ends before its size.');
    parts.push(content);
    length += content.length;
  }
  return Buffer.concat(parts);
}

function toRequest(document: SaleDocument, content: Buffer): SignatureRequest {
  return {
    documentId: document.id,
    title: document.name,
    message: document.message,
    content,
    page: document.pages,
    pageSize,
    signers: document.signers.map(({ name, email }, place) => ({
      name,
      email,
      signature: getSignatureBox(place),
      date: getDateBox(place),
    })),
    subject: toSubject(document),
  };
}

/**
 * Sends a document. First looks for it at the vendor by its id, because an earlier attempt whose answer was lost may
 * have created it.
 */
async function sendDocument(context: Context, caller: Caller, document: SaleDocument, access: VendorAccess) {
  const { port, send, values } = access;
  const subject = toSubject(document);
  const found = await port.find(send, values, { id: document.id, startedAt: document.created_at, subject });
  const create = async (): Promise<Envelope> =>
    port.create(send, values, toRequest(document, await readWhole(context, caller, document.files.original)));
  const envelope = found ?? (await create());
  if (envelope.status !== 'draft') return followEnvelope(context, caller, document.id, envelope);
  await followEnvelope(context, caller, document.id, envelope);
  await port.distribute(send, values, { id: envelope.id, subject });
  return followEnvelope(context, caller, document.id, { ...envelope, status: 'sent' });
}

function requireEnvelope({ id, envelope_id }: SaleDocument): string {
  if (envelope_id === null) throw new Error(`The document ${id} has no envelope.`);
  return envelope_id;
}

/**
 * Voids a document. If the vendor refuses, for example because the document was signed in the meantime, the document's
 * state at the vendor decides.
 */
async function voidDocument(context: Context, caller: Caller, document: SaleDocument, access: VendorAccess) {
  const { port, send, values } = access;
  const envelope = { id: requireEnvelope(document), subject: toSubject(document) };
  try {
    await port.void(send, values, envelope, document.reason ?? 'Voided by the sender.');
  } catch (error) {
    if (!(error instanceof VendorFailure) || error.code !== 'request_refused') throw error;
    const state = await port.read(send, values, envelope);
    if (state.status === 'sent' || state.status === 'viewed' || state.status === 'draft') throw error;
    return followEnvelope(context, caller, document.id, state);
  }
  return followEnvelope(context, caller, document.id, { id: envelope.id, status: 'voided', reason: document.reason });
}

/** Loads the signed document and the record of its signatures, and stores both with the files of the lead. */
async function fileDocument(context: Context, caller: Caller, document: SaleDocument, access: VendorAccess) {
  const { port, send, values } = access;
  const envelope = { id: requireEnvelope(document), subject: toSubject(document) };
  const { signed, audit } = await port.download(send, values, envelope);
  const ids = getReturnedFiles(document);
  const { lead_id: leadId, name } = document;
  await context.leadFiles.store(caller, { id: ids.signed, leadId, name: `${name} (signed).pdf`, content: signed });
  await context.leadFiles.store(caller, { id: ids.audit, leadId, name: `${name} (audit).pdf`, content: audit });
  await markFiled(context, caller, document.id, ids);
}

const tasks = { send: sendDocument, void: voidDocument, file: fileDocument } as const;

/** Carries out the pending task of a document. Every step is safe to repeat. */
export async function carryOut(
  context: Context,
  caller: Caller,
  document: SaleDocument,
  access: VendorAccess,
): Promise<void> {
  if (document.pending !== null) await tasks[document.pending](context, caller, document, access);
}
