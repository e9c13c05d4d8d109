import { useEffect, useRef, useState } from 'react';
import { logFailure } from '#api/log-failure.ts';
import type { Order } from '#contract/shop/order.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './download-all.module.css';
import { type DownloadCounts, downloadAllText, noneDownloaded } from './download-all-text.ts';
import { orderFiles } from './order-files.ts';
import { downloads } from './page-downloads.ts';

/** Downloads all files of an order, one after another; each shows its progress in its own row. */
export function DownloadAll({ order }: { readonly order: Order }) {
  const files = orderFiles(order);
  const [counts, setCounts] = useState<DownloadCounts | null>(null);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    // Closing the dialog starts no further download; the one in progress continues.
    return () => {
      isShown.current = false;
    };
  }, []);
  if (files.length < 2) return null;
  const isRunning = counts?.isRunning ?? false;

  async function downloadAll(): Promise<void> {
    if (isRunning) return;
    const seen = { ...noneDownloaded, total: files.length, isRunning: true };
    for (const file of files) {
      if (!isShown.current) return;
      setCounts({ ...seen });
      try {
        seen[await downloads.download(file)] += 1;
      } catch (error) {
        seen.failed += 1;
        logFailure('A download failed', error);
      }
    }
    setCounts({ ...seen, isRunning: false });
  }

  return (
    <div className={styles.all}>
      <Button
        variant="paper"
        aria-disabled={isRunning}
        aria-busy={isRunning}
        onClick={() => void downloadAll()}
      >
        <Icon name="download" size={20} />
        {isRunning ? 'Downloading…' : `Download all ${files.length} designs`}
      </Button>
      <p className="soft" role="status">
        {counts && downloadAllText(counts)}
      </p>
    </div>
  );
}
