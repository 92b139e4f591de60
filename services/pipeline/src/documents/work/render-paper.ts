import { type Content, type PdfDefinition, renderPdf, type TableCell } from '@plotline/kit/pdf/render-pdf';
import { toTextRuns } from '@plotline/kit/pdf/text-runs';
import type { Fact, Paper, PaperTable } from '../model/paper.js';

const gray = '#5c6470';
const black = '#16181d';
const line = '#c9ced6';
const accent = '#8a1c1c';

/** Sets each part of a text in a font that has its characters. */
function setText(text: string): Content[] {
  return toTextRuns(text).map((run) => ({ text: run.text, font: run.font }));
}

function layOutFacts(facts: readonly Fact[]): Content {
  const body = facts.map(({ label, value }): TableCell[] => [
    { text: setText(label), color: gray },
    { text: setText(value) },
  ]);
  return { table: { widths: ['auto', '*'], body }, layout: 'noBorders', margin: [0, 0, 0, 18] };
}

function layOutTable({ title, columns, rows, empty }: PaperTable): Content[] {
  const heading: Content = { text: title, bold: true, fontSize: 11, margin: [0, 0, 0, 4] };
  if (rows.length === 0) return [heading, { text: empty, color: gray, margin: [0, 0, 0, 18] }];
  const header = columns.map(({ label, isAmount = false }): TableCell => {
    return { text: label, color: gray, alignment: isAmount ? 'right' : 'left' };
  });
  const body = rows.map((cells) =>
    cells.map((cell, place): TableCell => {
      const isAmount = columns[place]?.isAmount ?? false;
      return { text: setText(cell), alignment: isAmount ? 'right' : 'left', noWrap: isAmount };
    }),
  );
  const widths = columns.map(({ isAmount }, place) => (place === 0 ? '*' : isAmount ? 'auto' : 'auto'));
  return [
    heading,
    {
      table: { headerRows: 1, dontBreakRows: true, widths, body: [header, ...body] },
      layout: {
        hLineWidth: (place, { table }) => (place === 0 || place > table.body.length ? 0 : 0.5),
        vLineWidth: () => 0,
        hLineColor: () => line,
        paddingTop: () => 4,
        paddingBottom: () => 4,
      },
      margin: [0, 0, 0, 18],
    },
  ];
}

function layOutTotals(totals: readonly Fact[]): Content {
  const body = totals.map(({ label, value }, place): TableCell[] => {
    const isLast = place === totals.length - 1;
    return [
      { text: label, bold: isLast, color: isLast ? black : gray },
      { text: value, bold: isLast, alignment: 'right', noWrap: true },
    ];
  });
  return {
    columns: [
      { width: '*', text: '' },
      { width: 'auto', table: { body }, layout: 'noBorders' },
    ],
  };
}

/** Lays out a document on A4 pages. */
function layOutPaper(paper: Paper): PdfDefinition {
  const { title, sender, recipient, facts, tables, totals, remark, asOf } = paper;
  return {
    pageSize: 'A4',
    pageMargins: [48, 48, 48, 56],
    info: { title, author: sender },
    defaultStyle: { font: 'Latin', fontSize: 9.5, color: black, lineHeight: 1.15 },
    content: [
      { text: setText(sender), bold: true, fontSize: 15, margin: [0, 0, 0, 2] },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 499, y2: 0, lineWidth: 1, lineColor: line }] },
      { text: title, bold: true, fontSize: 18, margin: [0, 22, 0, 10] },
      ...(remark === null
        ? []
        : [{ text: remark, bold: true, color: accent, margin: [0, 0, 0, 10] } satisfies Content]),
      { text: 'To', color: gray },
      ...recipient.map((text): Content => ({ text: setText(text) })),
      { text: '', margin: [0, 0, 0, 12] },
      layOutFacts(facts),
      ...tables.flatMap(layOutTable),
      layOutTotals(totals),
    ],
    footer: (page, pages) => ({
      columns: [
        { text: setText(`${sender} · ${title} · as of ${asOf}`), color: gray, fontSize: 8 },
        { text: `${page} / ${pages}`, alignment: 'right', color: gray, fontSize: 8, width: 60 },
      ],
      margin: [48, 16, 48, 0],
    }),
  };
}

/** Renders a document as PDF. */
export function renderPaper(paper: Paper): Promise<Buffer> {
  return renderPdf(layOutPaper(paper));
}
