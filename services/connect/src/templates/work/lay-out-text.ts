import type { Content, TableCell } from '@plotline/kit/pdf/render-pdf';
import { toTextRuns } from '@plotline/kit/pdf/text-runs';
import type { MarkdownNode } from './parse-markdown.js';

const gray = '#5c6470';
const line = '#c9ced6';
/** Width of the text on a page of A4 in points. */
export const textWidth = 499;
const maxImageHeight = 600;

interface Style {
  readonly bold?: boolean;
  readonly italics?: boolean;
  readonly decoration?: 'lineThrough' | 'underline';
  readonly link?: string;
}

/**
 * Replaces the fields in a text with their values. Values are not parsed as Markdown, so a name can't change the format
 * of a contract.
 */
type Fill = (text: string) => string;

const headingSizes: Readonly<Record<string, number>> = { h1: 20, h2: 16, h3: 13, h4: 11.5, h5: 11, h6: 10.5 };

/** Sets a text in fonts that have its characters. */
export function setText(text: string, style: Style = {}): Content[] {
  return toTextRuns(text, 'part').map((run) => ({ text: run.text, font: run.font, ...style }));
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^(https?|mailto):$/.test(new URL(address).protocol);
}

function toStyle({ type, token }: MarkdownNode, style: Style): Style {
  if (type === 'strong') return { ...style, bold: true };
  if (type === 'em') return { ...style, italics: true };
  if (type === 's') return { ...style, decoration: 'lineThrough' };
  const address = type === 'link' ? String(token.attrGet('href') ?? '') : '';
  return isWebAddress(address) ? { ...style, link: address, decoration: 'underline' } : style;
}

function layOutInline(nodes: readonly MarkdownNode[], fill: Fill, style: Style = {}): Content[] {
  return nodes.flatMap((node): Content[] => {
    const { type, token, children } = node;
    if (type === 'text' || type === 'code_inline') return setText(fill(token.content), style);
    if (type === 'softbreak') return [{ text: ' ' }];
    if (type === 'hardbreak') return [{ text: '\n' }];
    if (type === 'image') return [];
    return layOutInline(children, fill, toStyle(node, style));
  });
}

function findImages(nodes: readonly MarkdownNode[]): Content[] {
  return nodes.flatMap(({ type, token, children }): Content[] => {
    if (type !== 'image') return findImages(children);
    const image = String(token.attrGet('src') ?? '');
    return [{ image, fit: [textWidth, maxImageHeight], margin: [0, 4, 0, 8] }];
  });
}

function layOutParagraph({ children }: MarkdownNode, fill: Fill): Content {
  const text = layOutInline(children, fill);
  return { stack: [{ text, margin: [0, 0, 0, 8] }, ...findImages(children)] };
}

function layOutTable({ children }: MarkdownNode, fill: Fill): Content {
  const rows = children.flatMap((part) => part.children);
  const body = rows.map((row) =>
    row.children.map((cell): TableCell => {
      const style = cell.type === 'th' ? { bold: true } : {};
      const aligned = /text-align:(\w+)/.exec(String(cell.token.attrGet('style') ?? ''))?.[1];
      const alignment = aligned === 'right' || aligned === 'center' ? aligned : 'left';
      return { text: layOutInline(cell.children, fill, style), alignment };
    }),
  );
  const widths = (body[0] ?? []).map(() => '*');
  return { table: { headerRows: 1, widths, body }, layout: 'lightHorizontalLines', margin: [0, 0, 0, 10] };
}

function layOutBlock(node: MarkdownNode, fill: Fill): Content[] {
  const { type, token, children } = node;
  switch (type) {
    case 'heading': {
      const [inline] = children;
      const text = layOutInline(inline?.children ?? [], fill, { bold: true });
      return [{ text, fontSize: headingSizes[token.tag] ?? 11, margin: [0, 8, 0, 6] }];
    }
    case 'paragraph':
      return children.map((inline) => layOutParagraph(inline, fill));
    case 'bullet_list':
      return [{ ul: children.map((item) => ({ stack: layOutBlocks(item.children, fill) })), margin: [0, 0, 0, 4] }];
    case 'ordered_list': {
      const start = Number(token.attrGet('start') ?? 1);
      return [
        { ol: children.map((item) => ({ stack: layOutBlocks(item.children, fill) })), start, margin: [0, 0, 0, 4] },
      ];
    }
    case 'blockquote':
      return [{ stack: layOutBlocks(children, fill), color: gray, margin: [14, 0, 0, 4] }];
    case 'hr':
      return [
        {
          canvas: [{ type: 'line', x1: 0, y1: 0, x2: textWidth, y2: 0, lineWidth: 0.75, lineColor: line }],
          margin: [0, 6, 0, 10],
        },
      ];
    case 'table':
      return [layOutTable(node, fill)];
    default:
      return token.content === '' ? [] : [{ text: setText(fill(token.content)), margin: [0, 0, 0, 8] }];
  }
}

/** Lays out blocks one below the other. */
export function layOutBlocks(nodes: readonly MarkdownNode[], fill: Fill): Content[] {
  return nodes.flatMap((node) => layOutBlock(node, fill));
}
