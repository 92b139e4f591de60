import { Readable } from 'node:stream';
import type { FileAnswer } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { formatCell, formatCsv } from '../../formats/work/write-csv.js';
import { writeXlsx } from '../../formats/work/write-xlsx.js';
import { walkBegin } from '../../peers/record-reader.js';
import type { ImportResource } from '../model/import-fields.js';
import { createTemplate, type Template } from '../model/template-row.js';
import { assertMayImport } from './permitted-resources.js';

interface TemplateQuery {
  readonly resource: ImportResource;
  readonly format?: 'csv' | 'xlsx';
}

/** Byte order mark, by which Excel recognizes UTF-8. */
const byteOrderMark = '\uFEFF';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Returns the id of any property that the caller may read, so that the example unit can be imported. */
async function findPropertyId({ recordReader }: Pick<Context, 'recordReader'>, caller: Caller) {
  try {
    const { records } = await recordReader.readPage(caller, { resource: 'properties', query: '' }, walkBegin, 1);
    const [record] = records;
    const { id }: { readonly id?: unknown } = record === undefined ? {} : JSON.parse(record);
    return typeof id === 'string' ? id : undefined;
  } catch (error) {
    if (error instanceof Problem && error.code === 'FORBIDDEN') return undefined;
    throw error;
  }
}

function answerFile(type: string, name: string, content: Buffer): FileAnswer {
  return { status: 200, file: { type, name, length: content.length, open: () => Readable.from([content]) } };
}

function formatTemplate({ columns, values }: Template): Buffer {
  return Buffer.from(byteOrderMark + formatCsv([columns, values].map((cells) => cells.map(formatCell))));
}

/** GET /v1/imports/template */
export function getImportTemplate(context: Pick<Context, 'recordReader'>): Handler<unknown, TemplateQuery> {
  return async ({ caller, query: { resource, format = 'csv' } }) => {
    assertMayImport(caller, resource);
    const propertyId = resource === 'units' ? await findPropertyId(context, caller) : undefined;
    const template = createTemplate(resource, { currency: caller.currency, propertyId });
    const name = `${resource}-template.${format}`;
    if (format === 'csv') return answerFile('text/csv; charset=utf-8', name, formatTemplate(template));
    return answerFile(workbookType, name, await writeXlsx(resource, template.columns, [template.values]));
  };
}
