import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './picture-note.module.css';
import { ShopLink } from './shop-link.tsx';

interface PictureNoteProps {
  readonly children: ReactNode;
  readonly icon?: IconName;
  /** Where the note leads, if anywhere. */
  readonly to?: string;
}

/** A short fact about a design at the lower edge of its picture: "In your cart". */
export function PictureNote({ children, icon = 'check', to }: PictureNoteProps) {
  const content = (
    <>
      <Icon name={icon} size={16} />
      {children}
    </>
  );
  if (to === undefined) return <span className={styles.note}>{content}</span>;
  return (
    <ShopLink className={`${styles.note} ${styles.link}`} to={to}>
      {content}
    </ShopLink>
  );
}
