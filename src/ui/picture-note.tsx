import { Icon } from './icon.tsx';
import styles from './picture-note.module.css';

/** A short fact about a design at the lower edge of its picture: "In your cart". */
export function PictureNote({ children }: { readonly children: string }) {
  return (
    <span className={styles.note}>
      <Icon name="check" size={16} />
      {children}
    </span>
  );
}
