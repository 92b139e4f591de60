import { attribute, flag, type Html, type HtmlValue, html } from '@plotline/kit/http/html';

/** What is wrong with what was entered: of the whole form, and by the name of each field. */
export interface FormProblem {
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** What every page with a form is rendered from. */
export interface FormView {
  /** Sent back by the form, and compared with what the session or the form cookie gives (kit `csrf`). */
  readonly csrfToken: string;
  /** Present when the form was sent and refused. */
  readonly problem?: FormProblem | undefined;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** Tells password managers what belongs here (HTML, "autofill"). */
  readonly autocomplete: string;
  readonly inputMode?: 'numeric' | 'email';
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Where typing begins; after a refusal it is the first field at fault. */
  readonly isFocused?: boolean;
  readonly isOptional?: boolean;
}

/** A labelled input, with its hint and its error tied to it. A password is never rendered back. */
export function renderField(field: Field, problem: FormProblem | undefined): Html {
  const { name, label, type = 'text', hint } = field;
  const error = problem?.fields?.[name];
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined;
  const attributes = [
    attribute('value', type === 'password' ? undefined : field.value),
    attribute('inputmode', field.inputMode),
    attribute('minlength', field.minLength),
    attribute('maxlength', field.maxLength),
    attribute('aria-describedby', describedBy),
    attribute('aria-invalid', error ? 'true' : undefined),
    flag('required', !field.isOptional),
    flag('autofocus', problem?.fields ? name === Object.keys(problem.fields)[0] : field.isFocused),
  ];
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${error && html`<p class="error" id="${name}-error"><span class="hidden">Error: </span>${error}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${field.autocomplete}"${attributes}>
</div>
`;
}

/** Tells password managers whose password a form is about, where nobody enters an address. */
export function renderUsername(email: string): Html {
  return html`<input class="hidden" type="email" name="username" value="${email}" autocomplete="username" aria-label="Email" tabindex="-1" readonly>`;
}

/** What is wrong with the whole form, above it; read out at once. Where only fields are at fault, how many. */
export function renderProblem(problem: FormProblem | undefined): Html | undefined {
  if (!problem) return undefined;
  const faults = Object.entries(problem.fields ?? {});
  const links = faults.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`);
  const message = problem.message ?? 'Something is not right yet:';
  return html`<div class="problem" role="alert"><p>${message}</p>${links.length > 0 && html`<ul>${links}</ul>`}</div>
`;
}

export interface Form {
  /** Own path that the form is posted to. */
  readonly action: string;
  readonly csrfToken: string;
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  readonly content: HtmlValue;
  readonly className?: string;
}

/** A form with its CSRF token. The server checks every field; the browser's own checks would hide its messages. */
export function renderForm({ action, csrfToken, hidden = {}, content, className }: Form): Html {
  const values = Object.entries({ csrf_token: csrfToken, ...hidden });
  const inputs = values.map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${action}"${attribute('class', className)} novalidate>
${inputs}
${content}
</form>
`;
}

export interface Button {
  readonly kind?: 'primary' | 'quiet' | 'danger';
  /** Sent with the form when this button sends it. */
  readonly name?: string;
  readonly value?: string;
}

/** A button that sends the form. */
export function renderButton(label: string, { kind = 'primary', name, value }: Button = {}): Html {
  const choice = [attribute('name', name), attribute('value', value)];
  return html`<button class="${kind}" type="submit"${choice}>${label}</button>`;
}
