import styles from './paragraphs.module.css';

/** A text with the line breaks that its writer made. */
export function Paragraphs({ text }: { readonly text: string }) {
  return <p className={styles.text}>{text}</p>;
}
