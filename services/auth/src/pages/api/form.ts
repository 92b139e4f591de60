import { attribute, flag, type Html, type HtmlValue, html } from '@plotline/kit/http/html';

/** Errors of a submitted form: one for the whole form, and one for each field by its name. */
export interface FormProblem {
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Base of the view model of every page with a form. */
export interface FormView {
  /** Token that is sent with the form, and checked against the session or the form cookie (kit `csrf`). */
  readonly csrfToken: string;
  /** Set if the form was submitted and rejected. */
  readonly problem?: FormProblem | undefined;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string | undefined;
  readonly hint?: string | undefined;
  /** Value that tells password managers how to fill in the field (HTML, "autofill"). */
  readonly autocomplete: string;
  readonly inputMode?: 'numeric' | 'email';
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Whether the field gets the focus. If fields have errors, the first field with an error gets it instead. */
  readonly isFocused?: boolean;
  readonly isOptional?: boolean;
}

/** Renders a labelled input with its hint and error. Never puts an entered password into the page. */
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

/** Renders the account name for password managers, in a form without an email field. */
export function renderUsername(email: string): Html {
  return html`<input class="hidden" type="email" name="username" value="${email}" autocomplete="username" aria-label="Email" tabindex="-1" readonly>`;
}

/** Renders the errors above a form, so that screen readers announce them immediately. Links each error to its field. */
export function renderProblem(problem: FormProblem | undefined): Html | undefined {
  if (!problem) return undefined;
  const faults = Object.entries(problem.fields ?? {});
  const links = faults.map(([name, message]) => html`<li><a href="#${name}">${message}</a></li>`);
  const message = problem.message ?? 'Check these fields:';
  return html`<div class="problem" role="alert"><p>${message}</p>${links.length > 0 && html`<ul>${links}</ul>`}</div>
`;
}

export interface Form {
  /** Path on this host that the form posts to. */
  readonly action: string;
  readonly csrfToken: string;
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  readonly content: HtmlValue;
  readonly className?: string;
}

/** Renders a form with its CSRF token. Turns off the browser's checks, which would hide the server's messages. */
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
  /** Name and value that are sent with the form if this button submits it. */
  readonly name?: string;
  readonly value?: string;
}

/** Renders a submit button. */
export function renderButton(label: string, { kind = 'primary', name, value }: Button = {}): Html {
  const choice = [attribute('name', name), attribute('value', value)];
  return html`<button class="${kind}" type="submit"${choice}>${label}</button>`;
}
