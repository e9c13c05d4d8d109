import { formatBytes } from '#ui/format-bytes.ts';
import { Switch } from '#ui/switch.tsx';
import { noteStored } from './page-bought-file-storage.ts';
import { downloads } from './page-downloads.ts';
import styles from './store-switch.module.css';
import { useDownload } from './use-download.ts';
import { useFileLimit } from './use-file-limit.ts';

interface StoreSwitchProps {
  readonly link: string;
  readonly fileName: string;
  /** The name of its design. */
  readonly of: string;
}

/** A switch that stores a bought file on this device for use offline. */
export function StoreSwitch({ link, fileName, of }: StoreSwitchProps) {
  const { isStored, isHere, total } = useDownload(link);
  if (useFileLimit() === 0) {
    return <p className={styles.size}>This browser can’t keep files for use offline.</p>;
  }
  const file = { link, name: fileName };

  function change(isWanted: boolean): void {
    // Problems are shown in the download's view, and by the button that joined the download.
    (isWanted ? downloads.store(file) : downloads.unstore(file)).catch(() => {});
    noteStored(link, isWanted).catch(() => {});
  }

  return (
    <Switch
      className={styles.store}
      isOn={isStored}
      onChange={change}
      aria-label={`Keep on this device: ${of}`}
    >
      Keep on this device{' '}
      {isHere && total !== null && <span className={styles.size}>· {formatBytes(total)}</span>}
    </Switch>
  );
}
