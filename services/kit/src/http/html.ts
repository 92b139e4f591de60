/** Markup that is safe to send: only `html` and `trustedMarkup` make it. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** What may stand in a template: text, which is escaped; markup; lists of both; nothing, for what is left out. */
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
 * Markup from a template whose values are escaped. A value stands between tags or in a quoted attribute; an address from
 * outside is checked before it stands in `href`, as escaping does not make `javascript:` harmless.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(strings.reduce((markup, text, index) => markup + toMarkup(values[index - 1]) + text));
}

/** An attribute without a value, present or not. */
export function flag(name: string, isSet: boolean | undefined): Html | undefined {
  return isSet ? new Html(` ${name}`) : undefined;
}

/** An attribute with a value; none when there is no value. */
export function attribute(name: string, value: string | number | undefined): Html | undefined {
  return value === undefined ? undefined : html` ${name}="${value}"`;
}

/** Markup that a library has made from data which cannot hold any of its own, such as the drawing of a QR code. */
export function trustedMarkup(markup: string): Html {
  return new Html(markup);
}
