import { useTenant } from '../../api/workspace.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { TextLink } from '../../ui/page/text-link.js';

interface LeadsLinkProps {
  /** Number of leads that match. */
  readonly total: number;
  /** How many of them the page shows. */
  readonly shown: number;
  /** Filters of the list, as its address has them. */
  readonly search: Readonly<Record<string, string>>;
}

/** Says how many leads a short list leaves out, and leads to all of them. Renders nothing if it shows all. */
export function LeadsLink({ total, shown, search }: LeadsLinkProps) {
  const [workspaceId, mode] = useTenant().key;
  if (total <= shown) return null;
  return (
    <TextLink to="/$workspaceId/$mode/leads" params={{ workspaceId, mode }} search={search}>
      {formatNumber(total - shown)} more
    </TextLink>
  );
}
