import { type ReactNode, useId } from 'react';
import { joinClasses } from '#ui/join-classes.ts';
import { Sticker, type StickerProps } from '#ui/sticker.tsx';
import styles from './account-part.module.css';

interface AccountPartProps {
  readonly title: string;
  readonly paper: StickerProps['paper'];
  /** The anchor that links into the page use. */
  readonly id?: string;
  readonly isWide?: boolean;
  /** 1 if it is all that its page shows. */
  readonly level?: 1 | 2;
  readonly children: ReactNode;
}

/** One section of the account page: a card with a title label. */
export function AccountPart(props: AccountPartProps) {
  const { title, paper, id, isWide = false, level = 2, children } = props;
  const titleId = useId();
  const Title = `h${level}` as const;
  return (
    <section
      id={id}
      className={joinClasses('card stack-4', styles.part, isWide && styles.wide)}
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

/** A list of label/value facts. */
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

/** The buttons at the end of a section. */
export function PartActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
