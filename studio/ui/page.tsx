import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { announce } from '#ui/announcer.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** What the page is for, or what it shows. */
  readonly text?: ReactNode;
  /** The list that the page belongs to. */
  readonly back?: { readonly to: string; readonly label: string };
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

let isFirstPage = true;

/** A screen of the studio: its title becomes the document's title, and on arrival takes the focus and is announced. */
export function Page({ title, text, back, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Studio`;
  }, [title]);
  useEffect(() => {
    // Not for the first page: a screen reader has just read it when it loaded.
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
          {back && (
            <Link className={`back ${styles.back}`} to={back.to}>
              <Icon name="left" size={16} />
              {back.label}
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {actions && <div className="row-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
