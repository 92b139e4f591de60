import { Badge } from '@mantine/core';

function toColour(score: number): string {
  if (score >= 70) return 'green';
  return score >= 40 ? 'yellow' : 'gray';
}

/** How promising a lead is, from 0 to 100. */
export function ScoreBadge({ score }: { readonly score: number }) {
  return (
    <Badge variant="light" size="sm" color={toColour(score)}>
      <span className="visually-hidden">Score </span>
      {score}
    </Badge>
  );
}
