import { type ReactNode, useId } from 'react';
import { joinClasses } from '#ui/join-classes.ts';
import { Sticker, type StickerProps } from '#ui/sticker.tsx';
import styles from './account-part.module.css';

interface AccountPartProps {
  readonly title: string;
  readonly paper: StickerProps['paper'];
  /** Where a link into the page leads to. */
  readonly id?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** One part of the account, on a card with its name stuck on. */
export function AccountPart({ title, paper, id, isWide = false, children }: AccountPartProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      className={joinClasses(styles.part, isWide && styles.wide)}
      aria-labelledby={titleId}
    >
      <h2 id={titleId} className={styles.title}>
        <Sticker paper={paper} className={styles.sticker}>
          {title}
        </Sticker>
      </h2>
      {children}
    </section>
  );
}

/** What the shop or the device knows, fact by fact. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  readonly term: string;
  readonly children: ReactNode;
}

export function Fact({ term, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The buttons at a part's end. */
export function PartActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
