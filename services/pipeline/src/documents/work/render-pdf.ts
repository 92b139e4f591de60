import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { Paper } from '../model/paper.js';
import { layOutPaper } from './lay-out-paper.js';

const { resolve } = createRequire(import.meta.url);
const roboto = (style: string) => resolve(`pdfmake/build/fonts/Roboto/Roboto-${style}.ttf`);
const arabic = (weight: number) =>
  resolve(`@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`);

const fonts = {
  Latin: { normal: roboto('Regular'), bold: roboto('Medium') },
  Arabic: { normal: arabic(400), bold: arabic(600) },
};
const fontFiles = new Set(Object.values(fonts).flatMap((family) => Object.values(family)));

pdfmake.setFonts(fonts);
// Only the fonts may be read, and nothing may be fetched, whatever a record contains.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));

/** Renders a document as PDF. */
export function renderPdf(paper: Paper): Promise<Buffer> {
  return pdfmake.createPdf(layOutPaper(paper)).getBuffer();
}
