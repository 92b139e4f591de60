import sanitize from 'sanitize-html';

/** Elements and attributes that a composed email may contain. Excludes scripts, forms, frames and style sheets. */
const options: sanitize.IOptions = {
  allowedTags: [
    ...['a', 'abbr', 'b', 'blockquote', 'br', 'code', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'hr', 'i', 'img', 'li'],
    ...['ol', 'p', 'pre', 's', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr'],
    ...['u', 'ul'],
  ],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan', 'align'],
    th: ['colspan', 'rowspan', 'align'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
};

/** Returns the HTML of an email without anything that could run code, load styles or look like a form. */
export function cleanHtml(html: string): string {
  return sanitize(html, options);
}
