import { useTenant } from '../../api/workspace.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { TextLink } from '../../ui/page/text-link.js';

interface LeadsLinkProps {
  /** Number of leads that match. */
  readonly total: number;
  /** Number of leads that the page shows. */
  readonly shown: number;
  /** Text of a link that isn't part of a sentence. Defaults to the number of omitted leads. */
  readonly label?: string;
  /** Filters of the list, in the form of its address. */
  readonly search: Readonly<Record<string, string>>;
}

/** Shows how many leads a short list omits, with a link to all of them. Renders nothing if the list is complete. */
export function LeadsLink({ total, shown, label, search }: LeadsLinkProps) {
  const [workspaceId, mode] = useTenant().key;
  if (total <= shown) return null;
  return (
    <TextLink
      to="/$workspaceId/$mode/leads"
      params={{ workspaceId, mode }}
      search={search}
      underline={label === undefined ? 'always' : 'hover'}
    >
      {label ?? `${formatNumber(total - shown)} more`}
    </TextLink>
  );
}
