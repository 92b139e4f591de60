/** Description of a reason that client software can rely on. */
interface ReasonDescription {
  /** HTTP status of refusals with this reason. */
  readonly status: 401 | 403 | 404 | 409 | 412 | 422 | 429;
  /** Situation in which the request is refused, and the fields of `data`. */
  readonly meaning: string;
  /** Set when the same request may succeed a moment later. */
  readonly isRetryable?: true;
}

/**
 * Stable words beside `code`, for refusals that client software handles (`error.reason`). A published word keeps its
 * meaning.
 */
export const problemReasons = {
  missing_scope: {
    status: 403,
    meaning:
      'The credential lacks the scopes in `data.scopes`. If the operation accepts any one of several, all of them are listed.',
  },
  role_not_allowed: { status: 403, meaning: "The person's role is not one of `data.roles`." },
  foreign_workspace: {
    status: 403,
    meaning: '`X-Workspace-ID` names a workspace that the credential does not belong to.',
  },
  role_above_own: { status: 403, meaning: 'The role is above the highest role that the caller may give.' },
  owner_required: { status: 403, meaning: 'Only an owner may change this for an owner.' },
  admin_scope_required: { status: 403, meaning: 'The change requires the scope `admin`.' },
  record_changed: {
    status: 412,
    meaning: 'The record has changed since the version in `If-Match`. Read it again.',
  },
  record_busy: { status: 409, meaning: 'Many requests change the record at the same time.', isRetryable: true },
  idempotency_key_in_use: {
    status: 409,
    meaning: 'A request with the same Idempotency-Key is still running.',
    isRetryable: true,
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The Idempotency-Key was used for another request in the last 24 hours.',
  },
  duplicate_contact: {
    status: 409,
    meaning: 'The leads in `data.lead_ids` have the email or phone. `on_duplicate` sets how to handle that.',
  },
  external_id_in_use: {
    status: 409,
    meaning: 'The record `data.id` of the same kind has the `external_id`. Update that record, or use another id.',
  },
  record_exists: {
    status: 412,
    meaning: 'The record `data.id` has the `external_id`, and `If-None-Match: *` only creates records.',
  },
  unit_not_available: {
    status: 409,
    meaning: 'The unit `data.unit_id` is `data.status` and cannot be sold.',
  },
  unit_held: {
    status: 409,
    meaning:
      'The hold `data.hold_id` keeps the unit for a lead until `data.expires_at`; `data.queue_length` holds wait for it.',
  },
  lead_holds_unit: {
    status: 409,
    meaning: 'The lead already holds the unit, or waits for it, with the hold `data.hold_id`.',
  },
  lead_closed: { status: 409, meaning: 'The lead `data.lead_id` is `data.stage`, so it can hold no further unit.' },
  lead_of_another_agent: {
    status: 403,
    meaning: 'The lead `data.lead_id` is assigned to the agent `data.agent_id`, and the role allows only own leads.',
  },
  hold_not_active: { status: 409, meaning: 'The hold is `data.status` and can no longer be changed this way.' },
  no_signature_connection: {
    status: 409,
    meaning: 'No connection can send documents, or several can and `connection_id` names none.',
  },
  document_status: { status: 409, meaning: 'The document is `data.status`, which does not allow this.' },
  document_pending: {
    status: 409,
    meaning: 'The provider still processes the document (`data.task`: `send`, `void` or `file`). Wait for it.',
    isRetryable: true,
  },
  document_template_limit_reached: {
    status: 409,
    meaning: 'The workspace already has `data.limit` document templates.',
  },
  no_deposit: { status: 409, meaning: 'No deposit was agreed for the hold.' },
  deposit_paid: {
    status: 409,
    meaning:
      "The deposit of the hold is paid. Reverse the payment before you change the deposit or the currency of the unit's price.",
  },
  extension_limit: { status: 409, meaning: 'The role may extend a hold at most `data.limit` times.' },
  queue_full: { status: 409, meaning: 'At most `data.limit` holds can wait for a unit.' },
  hold_limit: { status: 409, meaning: 'An agent can have at most `data.limit` active holds.' },
  unit_in_live_deal: {
    status: 409,
    meaning: 'The unit `data.unit_id` is sold in the deal `data.deal_id`. To free it, reopen the lead of that deal.',
  },
  sale_called_off: {
    status: 409,
    meaning: 'The sale was cancelled while it was being carried out.',
    isRetryable: true,
  },
  sale_in_progress: {
    status: 409,
    meaning: 'Another sale to the lead `data.lead_id` is in progress.',
    isRetryable: true,
  },
  lead_already_won: {
    status: 409,
    meaning: 'The lead is already won with other values. Moving it to another stage cancels its deal `data.deal_id`.',
  },
  lead_has_live_deal: {
    status: 409,
    meaning: 'The lead has the deal `data.deal_id`. To cancel the deal, move the lead away from `won`.',
  },
  invoice_paid: {
    status: 409,
    meaning:
      "The invoice `data.invoice_id` is paid, in part or in full, so its deal can't be cancelled. With `data.deal_id` instead, a paid deposit of that deal waits for the next invoice.",
  },
  overpayment: { status: 409, meaning: 'The payment is more than the balance of the invoice, `data.balance`.' },
  lead_merged: {
    status: 404,
    meaning: 'The lead was merged into the lead `data.merged_into` in the last 30 days. Use that lead.',
  },
  both_won: {
    status: 409,
    meaning:
      'Both leads have an active deal: `data.deal_id` is that of the lead to keep, `data.other_deal_id` that of the other. Reopen one of them first.',
  },
  invoice_void: { status: 409, meaning: 'The invoice `data.invoice_id` is void, because its deal was cancelled.' },
  milestone_invoiced: {
    status: 409,
    meaning:
      'The milestone `data.name` of the property `data.property_id` has invoiced an instalment of an active deal.',
  },
  milestone_limit_reached: {
    status: 409,
    meaning: 'A property can have at most `data.limit` milestones. Delete one first.',
  },
  open_task_limit_reached: {
    status: 409,
    meaning: 'The lead `data.lead_id` can have at most `data.limit` open tasks. Complete or delete one first.',
  },
  record_file_limit_reached: {
    status: 409,
    meaning: 'The record can have at most `data.limit` files. Delete one first.',
  },
  storage_limit_reached: {
    status: 409,
    meaning: 'The files of the workspace would exceed the `data.limit` bytes of its plan. Delete files first.',
  },
  quota_reached: { status: 409, meaning: 'The plan allows `data.limit` `data.quota`, and `data.used` exist.' },
  daily_quota_reached: { status: 429, meaning: 'The plan allows `data.limit` `data.quota` a day (UTC).' },
  agent_email_taken: { status: 409, meaning: 'Another invited or active agent has the email.' },
  last_active_owner: { status: 409, meaning: 'The workspace would be left without an active owner.' },
  team_has_agents: { status: 409, meaning: 'The team `data.team_id` has agents. Move them to another team first.' },
  webhook_limit_reached: { status: 409, meaning: 'The plan allows at most `data.limit` webhooks.' },
  webhook_inactive: {
    status: 409,
    meaning: 'The webhook `data.webhook_id` is not active. Set its `active` to true first.',
  },
  integration_limit_reached: { status: 409, meaning: 'The plan allows at most `data.limit` integrations.' },
  other_currency: { status: 409, meaning: 'The payment is in another currency than the record.' },
  other_amount: { status: 409, meaning: 'The payment is not the agreed amount.' },
  connection_limit_reached: { status: 409, meaning: 'A workspace can have at most `data.limit` connections.' },
  no_payment_connection: {
    status: 409,
    meaning: 'No active connection can take payments, or several can. Create or enable one, or set `connection_id`.',
  },
  no_email_connection: {
    status: 409,
    meaning: 'No active connection can send emails, or several can. Create or enable one, or set `connection_id`.',
  },
  lead_without_email: { status: 409, meaning: 'The lead `data.id` has no email address that can be written to.' },
  too_many_emails: { status: 409, meaning: '`data.limit` emails of the workspace wait to be sent.', isRetryable: true },
  nothing_to_pay: { status: 409, meaning: 'Nothing is left to pay of the record `data.id`.' },
  line_decided: { status: 409, meaning: 'The line of the statement is `data.status` already.' },
  call_not_repeatable: { status: 409, meaning: 'The call `data.call_id` is not a failed event of a provider.' },
  integration_inactive: {
    status: 409,
    meaning: 'The integration `data.integration_id` is not active. Set its `active` to true first.',
  },
  delivery_in_progress: {
    status: 409,
    meaning: 'The delivery is being attempted, or is about to be.',
    isRetryable: true,
  },
  test_in_progress: {
    status: 409,
    meaning: 'Another test of the webhook or integration is in progress.',
    isRetryable: true,
  },
  job_queue_full: {
    status: 409,
    meaning: '`data.limit` jobs of this kind are already waiting. Try again when one of them has started.',
  },
  export_files_full: {
    status: 409,
    meaning: 'The downloadable export files have reached `data.limit` bytes; the first is removed at `data.until`.',
  },
  job_finished: { status: 409, meaning: 'The job is `data.status` and can no longer be cancelled.' },
  import_is_dry_run: {
    status: 409,
    meaning: 'The import was a dry run and stored nothing, so there is nothing to undo.',
  },
  import_not_finished: {
    status: 409,
    meaning: 'The import is `data.status`. It can be undone once it has ended.',
  },
  undo_period_over: { status: 409, meaning: 'The import could be undone until `data.until`.' },
  undo_unavailable: {
    status: 409,
    meaning: 'The import began before imports could be undone, so its records are not known.',
  },
  no_crm_connection: { status: 409, meaning: 'The connection `data.connection_id` is not to a CRM.' },
  connection_inactive: {
    status: 409,
    meaning: 'The connection `data.connection_id` is disabled or needs attention. Enable it first.',
  },
  vendor_refused: { status: 409, meaning: 'The provider refused the request. The message says why.' },
  sync_in_progress: { status: 409, meaning: 'The synchronization `data.sync_id` of the connection has not ended.' },
  csrf_token: { status: 403, meaning: 'The CSRF token is missing, or belongs to another session.' },
  origin: { status: 403, meaning: 'The request comes from a page of another origin.' },
  wrong_credentials: { status: 401, meaning: 'The email address or the password is wrong.' },
  wrong_password: { status: 422, meaning: "The password doesn't belong to the person who requested the link." },
  wrong_code: { status: 401, meaning: 'The code of the second factor is wrong, or was used before.' },
  two_factor_required: { status: 401, meaning: "The second factor's code is also required: send it as `code`." },
  two_factor_setup_required: { status: 403, meaning: 'The workspace requires a second factor. Set it up first.' },
  workspace_suspended: { status: 403, meaning: 'An operator suspended the workspace: `data.suspension` says why.' },
  sign_in_again: { status: 403, meaning: 'The request requires a sign-in within the last 15 minutes.' },
  sign_in_required: { status: 401, meaning: 'The address has an account. Sign in with it to accept.' },
  sign_up_closed: { status: 403, meaning: 'Workspaces are created only by invitation.' },
  no_workspace: { status: 403, meaning: 'The account is active in no workspace.' },
  deletion_requested: { status: 409, meaning: 'The deletion of the workspace is already requested.' },
  saved_view_limit_reached: {
    status: 409,
    meaning: 'The person has `data.limit` saved views in the workspace, or the workspace so many shared ones.',
  },
  saved_view_name_taken: { status: 409, meaning: 'Another saved view of the page has this name.' },
  scope_above_role: { status: 403, meaning: "The person's role does not allow granting the scope." },
} as const satisfies Readonly<Record<string, ReasonDescription>>;

export type ProblemReason = keyof typeof problemReasons;

/** Returns whether a received word is a reason. A different release of a service may send other words. */
export function isProblemReason(value: unknown): value is ProblemReason {
  return typeof value === 'string' && Object.hasOwn(problemReasons, value);
}
