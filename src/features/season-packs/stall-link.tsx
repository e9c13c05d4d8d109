import { stallPath } from '#contract/shop/paths.ts';
import { type PackSource, stallChoiceOf } from '#offline/catalogue/season-pack-store.ts';
import { LinkButton } from '#ui/button.tsx';

interface StallLinkProps {
  readonly name: string;
  readonly source: PackSource;
}

/** Leads to stall mode with the designs of a pack. */
export function StallLink({ name, source }: StallLinkProps) {
  return (
    <LinkButton
      variant="quiet"
      to={stallPath(stallChoiceOf(source))}
      aria-label={`Show to customers: ${name}`}
    >
      Show to customers
    </LinkButton>
  );
}
