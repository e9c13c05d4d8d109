import styles from './featured.module.css';

/** The title of the featured pictures, which is specified (D04), and the studio's words below it. */
export function FeaturedHeading({ text }: { readonly text: string }) {
  return (
    <>
      <h2 id="featured-title" className={styles.title}>
        Show Us
      </h2>
      <p className={styles.text}>{text}</p>
    </>
  );
}
