import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { joinClasses } from './join-classes.ts';
import { ShopLink, type ShopLinkProps } from './shop-link.tsx';

interface Look {
  /** `icon` is a round button with one icon; name it with aria-label. */
  readonly variant?: 'primary' | 'paper' | 'quiet' | 'icon' | undefined;
  readonly isWide?: boolean | undefined;
}

/** The class of a button, for a link that leaves the shop. */
export function buttonClass(
  { variant = 'primary', isWide = false }: Look,
  className?: string,
): string {
  return joinClasses(styles.button, styles[variant], isWide && styles.wide, className);
}

export type ButtonProps = ComponentProps<'button'> & Look;

export function Button({ variant, isWide, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass({ variant, isWide }, className)} {...rest} />;
}

export type LinkButtonProps = ShopLinkProps & Look;

/** A link that looks like a button. */
export function LinkButton({ variant, isWide, className, ...rest }: LinkButtonProps) {
  return <ShopLink className={buttonClass({ variant, isWide }, className)} {...rest} />;
}
