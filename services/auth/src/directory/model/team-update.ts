/** Event in the account of an agent's person that must be reported to the team service. */
export interface TeamUpdate {
  /**
   * `owner_signed_up`: create the agent as active owner. `invitation_accepted`: activate the agent. `invitation_sent`:
   * the mail was handed over. `person_moved`: from now on, the person is another agent of the workspace.
   */
  readonly kind: 'owner_signed_up' | 'invitation_accepted' | 'invitation_sent' | 'person_moved';
  readonly agent_id: string;
  /** The address that signed up, or that the invitation was sent to; empty for `person_moved`. */
  readonly email: string;
  readonly name: string;
  readonly at: Date;
}

/** Delay after which a worker passes on an update that its own request did not pass on. */
export const updateDelayMs = 5_000;
