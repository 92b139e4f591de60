import { created, withVersion } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { findFieldsWithout } from '../../templates/model/placeholders.js';
import type { Signer } from '../../templates/model/signature-page.js';
import type { DocumentTemplate } from '../../templates/model/template.js';
import type { FactName, Facts } from '../../templates/model/template-fields.js';
import { readFacts } from '../../templates/work/read-facts.js';
import { readImages } from '../../templates/work/read-images.js';
import { renderDocument } from '../../templates/work/render-document.js';
import { createDocument as create } from '../model/document.js';
import { toDocumentJson } from '../model/document-json.js';

interface NewDocumentBody {
  readonly template_id: string;
  readonly name?: string;
  readonly signers?: readonly Signer[];
}

const facts: readonly FactName[] = ['unit', 'property', 'deal', 'hold'];

/** Throws VALIDATION_ERROR for a template with fields of records that the deal or hold doesn't have. */
function assertFits({ body }: DocumentTemplate, known: Facts, type: 'deal' | 'hold'): void {
  const missing = new Set(facts.filter((name) => known[name] === null));
  const unknown = findFieldsWithout(body, missing);
  if (unknown.length === 0) return;
  const names = unknown.map((name) => `{{${name}}}`).join(', ');
  throw invalid({ field: 'template_id', message: `has fields that the ${type} doesn't have: ${names}` });
}

function readSigners(given: readonly Signer[] | undefined, { lead }: Facts): readonly Signer[] {
  const signers = given ?? [{ name: String(lead['name']), email: String(lead['email']) }];
  return signers.map(({ name, email }) => ({ name: name.trim(), email: email.trim().toLowerCase() }));
}

/** POST /v1/deals/:id/documents, POST /v1/holds/:id/documents. The content never changes afterwards. */
export function createDocument(context: Context, type: 'deal' | 'hold'): Handler<NewDocumentBody> {
  const { documents, documentTemplates, leadFiles, clock } = context;
  return async (call) => {
    const { caller, path, body } = call;
    const subject = { type, id: path('id') };
    const known = await readFacts(context, caller, subject);
    const template = await documentTemplates.get(caller, body.template_id);
    if (!template) throw invalid({ field: 'template_id', message: 'must be an existing document template' });
    assertFits(template, known, type);
    const images = await readImages(context, caller, template.body, 'template_id');
    const name = (body.name ?? template.name).trim();
    const signers = readSigners(body.signers, known);
    const { content, pages } = await renderDocument({ template, title: name, facts: known, signers, images });
    const leadId = String(known.lead['id']);
    const original = newId('file');
    await leadFiles.store(caller, { id: original, leadId, name: `${name}.pdf`, content });
    const parts = {
      id: newId('doc'),
      name,
      subject_type: type,
      subject_id: subject.id,
      lead_id: leadId,
      template_id: template.id,
      signers,
      pages,
      original,
    };
    return documents.add(call, create(parts, clock()), (document) =>
      withVersion(created(toDocumentJson(document)), document.version),
    );
  };
}
