import type { ReactNode } from 'react';
import { ShopLink } from './shop-link.tsx';

interface AnyLinkProps {
  /** A path of the shop, or a web address, which opens in a new tab. */
  readonly to: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  /** Read out after the text for a web address: where it leads. */
  readonly where?: string;
}

/** A link whose target the studio chose. */
export function AnyLink({ to, className, children, where = '' }: AnyLinkProps) {
  if (to.startsWith('/')) {
    return (
      <ShopLink className={className} to={to}>
        {children}
      </ShopLink>
    );
  }
  return (
    <a className={className} href={to} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden">{where} (opens in a new tab)</span>
    </a>
  );
}
