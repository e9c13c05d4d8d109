import { Button } from '#ui/button.tsx';
import styles from './print-button.module.css';

/** Opens the browser's print dialog, which can also save a PDF. */
export function PrintButton() {
  return (
    <Button variant="paper" className={styles.print} onClick={() => window.print()}>
      Print or save as PDF
    </Button>
  );
}
