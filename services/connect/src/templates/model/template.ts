/** Text with fields. Documents of deals and holds are created from it. */
export interface DocumentTemplate {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** Markdown with fields such as `{{lead.name}}`. */
  readonly body: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type TemplateText = Pick<DocumentTemplate, 'name' | 'body'>;

/** Maximum templates of a workspace in one mode. */
export const maxTemplates = 200;

export function createTemplate({ name, body }: TemplateText, id: string, now: Date): DocumentTemplate {
  return { id, version: 1, name, body, created_at: now, updated_at: now };
}

/** Returns the template with the new text. Returns the same object if the text doesn't change. */
export function editTemplate(before: DocumentTemplate, { name, body }: TemplateText, now: Date): DocumentTemplate {
  if (before.name === name && before.body === body) return before;
  return { ...before, name, body, updated_at: now };
}

/** Renders a template for the public API. */
export function toTemplateJson({ id, name, body, created_at, updated_at }: DocumentTemplate) {
  return { id, name, body, created_at, updated_at };
}
