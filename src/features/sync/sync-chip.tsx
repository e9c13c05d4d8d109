import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Drawer } from '#ui/overlay.tsx';
import { chipText } from './chip-text.ts';
import styles from './sync-chip.module.css';
import { SyncSheet } from './sync-sheet.tsx';
import { useSyncFacts } from './use-sync-facts.ts';

const minuteMs = 60_000;

interface SyncChipProps {
  /** Called with the number of pending changes, at once and after each change. */
  readonly onWaiting: (count: number) => void;
}

/** A paper tag in the promo strip's row, shown while changes are pending or the shop can't be reached; it opens the list of changes. */
export function SyncChip({ onWaiting }: SyncChipProps) {
  const facts = useSyncFacts();
  useEffect(() => {
    onWaiting(facts.waiting);
  }, [onWaiting, facts.waiting]);
  const now = useMinute();
  const { key } = useLocation();
  /** On which page it was opened: a link in it leads to another. */
  const [openOn, setOpenOn] = useState<string | null>(null);
  // Not again when the buyer comes back to that page.
  if (openOn !== null && openOn !== key) setOpenOn(null);
  const text = chipText(facts, now);
  // Without the age, which a screen reader would announce again every minute.
  const news = chipText({ ...facts, savedSince: null }, now);
  return (
    <div className={styles.rail}>
      <p className={styles.said} role="status">
        {news}
      </p>
      {text !== null && (
        <button
          type="button"
          className={styles.chip}
          data-tone={facts.isReached && !facts.blocked ? undefined : 'offline'}
          aria-haspopup="dialog"
          onClick={() => setOpenOn(key)}
        >
          <span className={styles.paper}>
            {/* A new text gets a new element, so that the browser doesn't count the old one as moved. */}
            <span key={text} className={styles.words}>
              {text}
            </span>
          </span>
        </button>
      )}
      <Drawer title="Changes" isOpen={openOn !== null} onClose={() => setOpenOn(null)}>
        <SyncSheet facts={facts} />
      </Drawer>
    </div>
  );
}

/** The current time, updated every minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
