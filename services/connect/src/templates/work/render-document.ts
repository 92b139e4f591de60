import { invalid } from '@plotline/kit/core/errors';
import { type Content, type PdfDefinition, renderPdf } from '@plotline/kit/pdf/render-pdf';
import { fillFields } from '../model/placeholders.js';
import { type Box, getDateBox, getNameTop, getSignatureBox, type Signer } from '../model/signature-page.js';
import type { TemplateText } from '../model/template.js';
import { type Facts, readFieldValue } from '../model/template-fields.js';
import { layOutBlocks, setText, textWidth } from './lay-out-text.js';
import { parseMarkdown } from './parse-markdown.js';

/**
 * Maximum length of a text after its fields are filled, in characters. The layout blocks the process, and a template
 * may repeat a long value.
 */
const maxFilledLength = 200_000;

const gray = '#5c6470';
const black = '#16181d';

/** Parts of a document. */
export interface DocumentParts {
  readonly template: TemplateText;
  /** Shown at the bottom of each page. */
  readonly title: string;
  readonly facts: Facts;
  readonly signers: readonly Signer[];
  /** Images in the text as data URLs, by file id. */
  readonly images: Readonly<Record<string, string>>;
}

/** Document as PDF. The signatures go on its last page. */
export interface RenderedDocument {
  readonly content: Buffer;
  readonly pages: number;
}

function drawLine({ x, y, width, height }: Box, label: string): Content[] {
  const bottom = y + height;
  return [
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.75, lineColor: gray }],
      absolutePosition: { x, y: bottom },
    },
    { text: label, color: gray, fontSize: 8, absolutePosition: { x, y: bottom + 4 } },
  ];
}

function layOutSigner({ name, email }: Signer, place: number): Content[] {
  const top = getNameTop(place);
  return [
    { text: setText(name), bold: true, absolutePosition: { x: 48, y: top } },
    { text: setText(email), color: gray, fontSize: 9, absolutePosition: { x: 48, y: top + 15 } },
    ...drawLine(getSignatureBox(place), 'Signature'),
    ...drawLine(getDateBox(place), 'Date'),
  ];
}

/** Renders a document on A4 pages. The last page is for the signatures. */
export async function renderDocument({
  template,
  title,
  facts,
  signers,
  images,
}: DocumentParts): Promise<RenderedDocument> {
  let pageCount = 0;
  let length = 0;
  const fill = (text: string) => {
    const filled = fillFields(text, (name) => readFieldValue(name, facts));
    length += filled.length;
    if (length <= maxFilledLength) return filled;
    const message = `makes a text of more than ${maxFilledLength} characters`;
    throw invalid({ field: 'template_id', message });
  };
  const definition: PdfDefinition = {
    pageSize: 'A4',
    pageMargins: [48, 48, 48, 56],
    info: { title },
    defaultStyle: { font: 'Latin', fontSize: 10.5, color: black, lineHeight: 1.25 },
    images: { ...images },
    content: [
      ...layOutBlocks(parseMarkdown(template.body), fill),
      { text: 'Signatures', bold: true, fontSize: 16, pageBreak: 'before' },
      ...signers.flatMap(layOutSigner),
    ],
    footer: (page, pages) => {
      pageCount = pages;
      return {
        columns: [
          { text: setText(title), color: gray, fontSize: 8, width: textWidth - 60 },
          { text: `${page} / ${pages}`, alignment: 'right', color: gray, fontSize: 8, width: 60 },
        ],
        margin: [48, 16, 48, 0],
      };
    },
  };
  const content = await renderPdf(definition);
  return { content, pages: pageCount };
}
