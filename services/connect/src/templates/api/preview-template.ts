import { Readable } from 'node:stream';
import type { FileAnswer } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid, notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { createSampleFacts } from '../model/sample-facts.js';
import type { Facts } from '../model/template-fields.js';
import { readFacts } from '../work/read-facts.js';
import { readImages } from '../work/read-images.js';
import { renderDocument } from '../work/render-document.js';

interface PreviewQuery {
  readonly deal_id?: string;
  readonly hold_id?: string;
}

async function chooseFacts(context: Context, caller: Caller, { deal_id, hold_id }: PreviewQuery): Promise<Facts> {
  if (deal_id !== undefined && hold_id !== undefined) {
    throw invalid({ field: 'hold_id', message: 'must be left out, because deal_id already identifies the record' });
  }
  if (deal_id !== undefined) return readFacts(context, caller, { type: 'deal', id: deal_id });
  if (hold_id !== undefined) return readFacts(context, caller, { type: 'hold', id: hold_id });
  return createSampleFacts(context.clock(), caller.timeZone);
}

/** GET /v1/document-templates/:id/preview. Stores nothing. */
export function getDocumentTemplatePreview(context: Context): Handler<unknown, PreviewQuery> {
  return async ({ caller, path, query }): Promise<FileAnswer> => {
    const template = await context.documentTemplates.get(caller, path('id'));
    if (!template) throw notFound();
    const facts = await chooseFacts(context, caller, query);
    const images = await readImages(context, caller, template.body, 'id');
    const signers = [{ name: String(facts.lead['name'] ?? ''), email: String(facts.lead['email'] ?? '') }];
    const { content } = await renderDocument({ template, title: template.name, facts, signers, images });
    const name = `preview-${template.id}.pdf`;
    return {
      status: 200,
      file: { type: 'application/pdf', name, length: content.length, open: () => Readable.from([content]) },
    };
  };
}
