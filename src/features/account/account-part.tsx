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
  /** 1 where it is all that its page shows. */
  readonly level?: 1 | 2;
  readonly children: ReactNode;
}

/** One part of the account, on a card with its name stuck on. */
export function AccountPart(props: AccountPartProps) {
  const { title, paper, id, isWide = false, level = 2, children } = props;
  const titleId = useId();
  const Title = `h${level}` as const;
  return (
    <section
      id={id}
      className={joinClasses(styles.part, isWide && styles.wide)}
      aria-labelledby={titleId}
    >
      <Title id={titleId} className={styles.title}>
        <Sticker paper={paper} className={styles.sticker}>
          {title}
        </Sticker>
      </Title>
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
