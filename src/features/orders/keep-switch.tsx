import { Switch } from '#ui/switch.tsx';
import styles from './keep-switch.module.css';
import { fileSize } from './order-presentation.ts';
import { noteKept } from './page-bought-store.ts';
import { canKeepFiles, downloads } from './page-downloads.ts';
import { useDownload } from './use-download.ts';

interface KeepSwitchProps {
  readonly link: string;
  readonly fileName: string;
  /** Which design it is for. */
  readonly of: string;
}

/** Has a bought file stay on this device, so that it can be had without a signal. */
export function KeepSwitch({ link, fileName, of }: KeepSwitchProps) {
  const { isKept, isHere, total } = useDownload(link);
  if (!canKeepFiles) return null;
  const file = { link, name: fileName };

  function change(isWanted: boolean): void {
    // What goes wrong stands in the download's view; the button that joined in tells of it too.
    (isWanted ? downloads.keep(file) : downloads.unkeep(file)).catch(() => {});
    noteKept(link, isWanted).catch(() => {});
  }

  return (
    <Switch
      className={styles.keep}
      isOn={isKept}
      onChange={change}
      aria-label={`Keep on this device: ${of}`}
    >
      Keep on this device{' '}
      {isHere && total !== null && <span className={styles.size}>· {fileSize(total)}</span>}
    </Switch>
  );
}
