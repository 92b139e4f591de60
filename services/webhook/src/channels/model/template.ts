/**
 * Name in double braces, such as `{{lead.name}}`, with surrounding blanks. If the blanks were matched separately, a
 * text without a closing brace would take cubic time.
 */
const placeholder = /\{\{([^{}]*)\}\}/g;

/** Returns the names in the braces of a template, in order. */
export function listPlaceholders(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, name = '']) => name.trim());
}

/** Returns whether the text has braces that don't enclose a name. */
export function hasLooseBraces(template: string): boolean {
  return /\{\{|\}\}/.test(template.replaceAll(placeholder, ''));
}

/** Returns the template with each name replaced by its text. */
export function renderTemplate(template: string, getText: (name: string) => string): string {
  return template.replaceAll(placeholder, (_whole, name: string) => getText(name.trim()));
}

/** Returns the value at a path such as `lead.budget.min`; undefined if there is none. */
export function getValue(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}
