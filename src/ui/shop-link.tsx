import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { isCheckoutDocument, needsDocumentLoad } from './checkout-border.ts';

export interface ShopLinkProps extends Omit<ComponentProps<typeof Link>, 'to' | 'reloadDocument'> {
  /** A path of the shop, with its query where it has one. */
  readonly to: string;
}

/** A link inside the shop. It loads the document anew where the checkout's border is crossed. */
export function ShopLink({ to, ...rest }: ShopLinkProps) {
  return <Link to={to} reloadDocument={needsDocumentLoad(isCheckoutDocument, to)} {...rest} />;
}
