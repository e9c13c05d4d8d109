import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { Scallop } from '#ui/scallop.tsx';
import styles from './custom-banner.module.css';

interface CustomBannerViewProps {
  readonly title: string;
  readonly isOpen: boolean;
  /** The text, and how to hear when custom requests open. */
  readonly news: ReactNode;
  readonly onRequest?: () => void;
  readonly onNear?: () => void;
}

/** The banner about custom requests as it looks. */
export function CustomBannerView({
  title,
  isOpen,
  news,
  onRequest,
  onNear,
}: CustomBannerViewProps) {
  return (
    <section aria-labelledby="custom-title">
      <Scallop side="above" className={styles.edge} />
      <div className={styles.ground}>
        <div className={styles.inner}>
          <div className={styles.words}>
            <h2 id="custom-title" className={styles.title}>
              {title}
            </h2>
            <p className={styles.status}>
              Custom Status
              <strong className={joinClasses(styles.pill, isOpen ? styles.open : styles.closed)}>
                <Icon name={isOpen ? 'check' : 'close'} size={18} />
                {isOpen ? 'OPEN' : 'CLOSED'}
              </strong>
            </p>
            {news}
            <Button
              disabled={!isOpen}
              aria-haspopup="dialog"
              onClick={onRequest}
              onFocus={onNear}
              onPointerEnter={onNear}
            >
              REQUEST A CUSTOM
            </Button>
          </div>
          <svg
            viewBox="0 0 300 220"
            className={styles.drawing}
            aria-hidden="true"
            focusable="false"
          >
            <path
              d="M34 54l190-26a12 12 0 0 1 13 10l17 124a12 12 0 0 1-10 13L54 201a12 12 0 0 1-13-10L24 67a12 12 0 0 1 10-13Z"
              fill="var(--card)"
            />
            <path d="M46 70l172-24 16 116-172 24Z" className={styles.sheet} />
            <path
              d="M96 140c-14-22-4-46 16-48 12-2 20 6 22 14 0-10 8-18 20-18 20 2 26 26 8 46-10 10-20 18-30 22-14-2-28-8-36-16Z"
              fill="var(--raspberry)"
            />
            <path d="M112 152c10 4 34 6 40 2" className={styles.pencilLine} />
            <g transform="rotate(38 240 90)">
              <path d="M228 6h24v116l-12 26-12-26Z" fill="var(--sunshine)" />
              <path d="M228 6h24V-8a12 12 0 0 0-24 0Z" fill="var(--raspberry)" />
              <path d="M228 122h24l-12 26Z" fill="#f2d3ac" />
              <path d="M235 137h10l-5 11Z" fill="var(--ink)" />
            </g>
          </svg>
        </div>
      </div>
      <Scallop side="below" className={styles.edge} />
    </section>
  );
}
