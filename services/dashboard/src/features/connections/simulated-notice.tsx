import { Alert, Anchor, Badge } from '@mantine/core';

/** Badge that marks a provider as replaced by a fake. */
export function SimulatedBadge() {
  return (
    <Badge variant="outline" color="grape" tt="none" miw="max-content">
      Simulated
    </Badge>
  );
}

interface SimulatedNoticeProps {
  /** End of the sentence "This local system replaces", such as "Stripe with a fake". */
  readonly replaced: string;
  /** Page that shows what the fakes have received. Undefined where no connection exists yet. */
  readonly simulatorUrl?: string | null;
}

/** Explains that nothing leaves the machine. Only a local system shows it. */
export function SimulatedNotice({ replaced, simulatorUrl = null }: SimulatedNoticeProps) {
  return (
    <Alert color="grape" title="Simulated">
      This local system replaces {replaced}, so no money moves and nothing is sent to anyone.{' '}
      {simulatorUrl === null ? null : (
        <Anchor href={simulatorUrl} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
          Open the simulator
          <span className="visually-hidden"> (in a new tab)</span>
        </Anchor>
      )}
    </Alert>
  );
}
