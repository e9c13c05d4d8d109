import { type ReactNode, useSyncExternalStore } from 'react';
import { paths } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
import type { SeasonPack } from '#offline/catalogue/season-pack-store.ts';
import { device } from '#offline/open-device.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useLate } from '#ui/use-late.ts';
import { NoteList } from './note-list.tsx';
import { type StallChoice, stallChoices } from './stall-choices.ts';
import styles from './stall-start.module.css';
import { useOwnDesigns } from './use-own-designs.ts';
import { useStallNotes } from './use-stall-notes.ts';

interface StallStartProps {
  /** The listings kept offline; null: not read yet. */
  readonly packs: readonly SeasonPack[] | null;
  /** The choice to propose first. */
  readonly proposed: string | null;
  /** Called during the press, so that it may fill the screen. */
  readonly onStart: (choice: StallChoice) => void;
}

function NothingKept() {
  return (
    <EmptyScene
      scene="empty"
      title="Nothing to show yet"
      text="Open a category, a search or a collection and press “Save for the market” at its end, or save designs to your wishlist. They appear here and can be shown without a signal."
    >
      <LinkButton to={paths.shop.path}>Browse designs</LinkButton>
    </EmptyScene>
  );
}

/** Where stall mode begins: what it can show on this device, each with a button to start. */
export function StallStart({ packs, proposed, onStart }: StallStartProps): ReactNode {
  const own = useOwnDesigns();
  const isAwaited = packs === null || own.wishlist === null || own.bought === null;
  const isLate = useLate(isAwaited);
  const notes = useStallNotes();
  const trouble = useSyncExternalStore(device().watchCart, () => device().cart().trouble);
  const choices = stallChoices(packs ?? [], own, proposed);
  return (
    <div className={styles.start}>
      <h1>Show to customers</h1>
      <p className={styles.lead}>
        Show designs to customers on this screen: large, without prices and without your account. It
        works without a signal, and the screen stays on.
      </p>
      {choices.length === 0 && (!isAwaited || isLate) && <NothingKept />}
      {choices.length > 0 && (
        <>
          <ul className="stack-3" aria-label="What to show">
            {choices.map((choice, at) => (
              <li key={choice.key} className={styles.choice}>
                <div>
                  <p className={styles.name}>{choice.name}</p>
                  <p className="note">{counted(choice.designs, 'design')}</p>
                </div>
                <Button
                  variant={at === 0 ? 'primary' : 'paper'}
                  aria-label={`Start with ${choice.name}`}
                  onClick={() => onStart(choice)}
                >
                  Start
                </Button>
              </li>
            ))}
          </ul>
          <p className="note">
            To leave, hold the lock in the upper left corner, or press Escape. Going back asks
            first.
          </p>
        </>
      )}
      {notes.length > 0 && <NoteList notes={notes} isStored={trouble === null} now={Date.now()} />}
    </div>
  );
}
