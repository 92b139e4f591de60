import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

export type { Content, TableCell, TDocumentDefinitions as PdfDefinition } from 'pdfmake/interfaces.js';

const { resolve } = createRequire(import.meta.url);
const roboto = (style: string) => resolve(`pdfmake/build/fonts/Roboto/Roboto-${style}.ttf`);
const arabic = (weight: number) =>
  resolve(`@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`);

/** The Arabic family has no italics, so its letters are upright. */
const fonts = {
  Latin: {
    normal: roboto('Regular'),
    bold: roboto('Medium'),
    italics: roboto('Italic'),
    bolditalics: roboto('MediumItalic'),
  },
  Arabic: { normal: arabic(400), bold: arabic(600), italics: arabic(400), bolditalics: arabic(600) },
};
const fontFiles = new Set(Object.values(fonts).flatMap((family) => Object.values(family)));

pdfmake.setFonts(fonts);
// Only allows reading the fonts and fetches nothing, whatever a record contains.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));

/** Renders a document with the font families of `toTextRuns`. Blocks the process during the layout of the pages. */
export function renderPdf(definition: TDocumentDefinitions): Promise<Buffer> {
  return pdfmake.createPdf(definition).getBuffer();
}
