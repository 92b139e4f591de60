import { compile } from 'html-to-text';

/** Maximum characters of HTML that are read, and maximum nesting of elements, so that no mail takes long. */
const limits = { maxInputLength: 200_000, maxDepth: 50, maxChildNodes: 2_000 };

const convert = compile({
  wordwrap: false,
  limits,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inline' },
  ],
});

/** Returns the text of a mail's HTML, a line for each row of a table. */
export function htmlToText(html: string): string {
  return convert(html.slice(0, limits.maxInputLength));
}
