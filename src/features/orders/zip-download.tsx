import { useEffect, useState, useSyncExternalStore } from 'react';
import { isShopReached, reach } from '#api/reach.ts';
import type { OrderItem } from '#contract/shop/order.ts';
import { DownloadButton } from './download-button.tsx';
import { DownloadStatus } from './download-status.tsx';
import { keyOf } from './file-download.ts';
import { missingText } from './missing-text.ts';
import { storedDigests } from './page-bought-file-storage.ts';
import { StoreSwitch } from './store-switch.tsx';
import { useDownload } from './use-download.ts';
import styles from './zip-download.module.css';

interface ZipDownloadProps {
  readonly link: string;
  readonly fileName: string;
  readonly label: string;
  /** What the ZIP is of, for screen readers that reach its buttons out of context. */
  readonly of: string;
  /** The order to name if the studio has to help. */
  readonly orderNumber: string;
  /** What is in it. */
  readonly items: readonly OrderItem[];
}

/** Downloads several designs as one ZIP, or keeps it on this device. */
export function ZipDownload({ items, ...zip }: ZipDownloadProps) {
  const { link, fileName, label, of, orderNumber } = zip;
  const missing = useMissing(link, items);
  return (
    <div className={styles.zip}>
      <DownloadButton variant="paper" label={label} of={of} link={link} fileName={fileName} />
      <DownloadStatus link={link} fileName={fileName} orderNumber={orderNumber} />
      <StoreSwitch link={link} fileName={fileName} of={fileName} />
      <p className="note" role="status">
        {missing}
      </p>
    </div>
  );
}

/** What a buyer without a signal can't have; empty if there is one, or if the ZIP is here. */
function useMissing(link: string, items: readonly OrderItem[]): string {
  const isReached = useSyncExternalStore(reach.subscribe, isShopReached);
  const { isHere } = useDownload(link);
  const [here, setHere] = useState<ReadonlyMap<string, string> | null>(null);
  const isAsked = !isReached && !isHere;
  useEffect(() => {
    if (isAsked) storedDigests().then(setHere, () => setHere(new Map()));
  }, [isAsked]);
  if (!isAsked || here === null) return '';
  const absent = items.filter(({ downloadLink }) => !here.has(keyOf(downloadLink)));
  return missingText(
    items.length,
    absent.map(({ productName }) => productName),
  );
}
