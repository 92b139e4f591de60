/** Event in the account of an agent's person that must be reported to the team service. */
export interface TeamUpdate {
  /**
   * `owner_signed_up`: create the agent as active owner. `invitation_accepted`: activate the agent. `invitation_sent`:
   * the mail server accepted the email. `person_moved`: the person now belongs to a different agent of the workspace.
   */
  readonly kind: 'owner_signed_up' | 'invitation_accepted' | 'invitation_sent' | 'person_moved';
  readonly agent_id: string;
  /** The address that signed up, or that the invitation was sent to; empty for `person_moved`. */
  readonly email: string;
  readonly name: string;
  readonly at: Date;
}

/** Delay after which a worker sends an update that the original request failed to send. */
export const updateDelayMs = 5_000;
