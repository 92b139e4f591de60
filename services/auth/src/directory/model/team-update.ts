/** Something that happened to the account of an agent, of which the team service has to be told. */
export interface TeamUpdate {
  /**
   * `owner_signed_up`: the agent is to be created as active owner; `invitation_accepted`: the agent is to be activated;
   * `invitation_sent`: the mail was handed over; `person_moved`: the person is another agent of the workspace from then
   * on.
   */
  readonly kind: 'owner_signed_up' | 'invitation_accepted' | 'invitation_sent' | 'person_moved';
  readonly agent_id: string;
  /** The address that signed up, or that the invitation was sent to; empty for `person_moved`. */
  readonly email: string;
  readonly name: string;
  readonly at: Date;
}

/** When a worker passes an update on that the request which made it did not. */
export const updateDelayMs = 5_000;
