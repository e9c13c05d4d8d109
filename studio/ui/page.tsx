import { type ReactNode, useEffect, useRef } from 'react';
import { announce } from '#ui/announcer.tsx';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** What the page is for, or what stands in it. */
  readonly text?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

let isFirstPage = true;

/** A screen of the studio: its title is the document's, takes the focus on arrival and is read out. */
export function Page({ title, text, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Studio`;
  }, [title]);
  useEffect(() => {
    // The browser has just read out a page that was loaded.
    if (!isFirstPage) {
      heading.current?.focus();
      announce(document.title);
    }
    isFirstPage = false;
  }, []);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
