import { Button } from '#ui/button.tsx';
import styles from './print-button.module.css';

/** Opens the browser's own print dialog, which saves PDFs too. */
export function PrintButton() {
  return (
    <Button variant="paper" className={styles.print} onClick={() => window.print()}>
      Print or save as PDF
    </Button>
  );
}
