import { renderPdf } from '@plotline/kit/pdf/render-pdf';
import type { Paper } from '../model/paper.js';
import { layOutPaper } from './lay-out-paper.js';

/** Renders a document as PDF. */
export function renderPaper(paper: Paper): Promise<Buffer> {
  return renderPdf(layOutPaper(paper));
}
