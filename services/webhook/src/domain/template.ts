/**
 * A name in double braces, such as `{{lead.name}}`, with the blanks around it: to match these apart would take cubic time where no brace
 * follows.
 */
const placeholder = /\{\{([^{}]*)\}\}/g;

/** The names that a template has in braces, in their order. */
export function listPlaceholders(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, name = '']) => name.trim());
}

/** Whether braces are left that enclose no name. */
export function hasLooseBraces(template: string): boolean {
  return /\{\{|\}\}/.test(template.replaceAll(placeholder, ''));
}

/** The template with the text for each name in its place. */
export function renderTemplate(template: string, getText: (name: string) => string): string {
  return template.replaceAll(placeholder, (_whole, name: string) => getText(name.trim()));
}

/** The value at a path such as `lead.budget.min`; undefined when there is none. */
export function getValue(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}
