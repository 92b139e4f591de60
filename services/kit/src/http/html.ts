/** Markup that is safe to send. Only `html` and `trustedMarkup` create it. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** Value of a template: text, which is escaped; markup; lists of both; or nothing. */
export type HtmlValue = string | number | Html | readonly HtmlValue[] | undefined | false;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

function toMarkup(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return value.map(toMarkup).join('');
}

/**
 * Creates markup from a template and escapes its values. A value must be between tags or in a quoted attribute. Check
 * external addresses before you put them in `href`, because escaping doesn't make `javascript:` harmless.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.reduce((markup, text, index) => markup + toMarkup(values[index - 1]) + text));
}

/** Returns an attribute without a value, or nothing. */
export function flag(name: string, isSet: boolean | undefined): Html | undefined {
  return isSet ? new Html(` ${name}`) : undefined;
}

/** Returns an attribute with a value, or nothing without a value. */
export function attribute(name: string, value: string | number | undefined): Html | undefined {
  return value === undefined ? undefined : html` ${name}="${value}"`;
}

/** Wraps markup that a library made from data without any markup, such as the drawing of a QR code. */
export function trustedMarkup(markup: string): Html {
  return new Html(markup);
}
