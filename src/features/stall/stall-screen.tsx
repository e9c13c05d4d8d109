import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { counted } from '#contract/wire/counted.ts';
import type { PackDesign } from '#offline/catalogue/season-pack-store.ts';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Icon } from '#ui/icon.tsx';
import { OverlayButton } from '#ui/overlay.tsx';
import { useLate } from '#ui/use-late.ts';
import { HoldCorner } from './hold-corner.tsx';
import { keepAwake } from './keep-awake.ts';
import { StallOverview } from './stall-overview.tsx';
import styles from './stall-screen.module.css';
import { StallSlides } from './stall-slides.tsx';
import { placeByKey, placeOfShown, type Shown } from './stall-steps.ts';

export interface StallScreenProps {
  /** Null: not read yet. */
  readonly designs: readonly PackDesign[] | null;
  /** The design to begin with; if unset, the first one. */
  readonly firstId: string | undefined;
  readonly onShow: (design: PackDesign) => void;
  /** How many customers want each design, by its id. */
  readonly wanted: ReadonlyMap<string, number>;
  /** A customer wants this design. */
  readonly onWish: (design: PackDesign) => void;
  /** Somebody wants to leave without holding the corner. */
  readonly onAsk: () => void;
  readonly onLeave: () => void;
}

function useAwakeScreen(): void {
  useEffect(
    () => keepAwake({ wakeLock: (navigator as Partial<Navigator>).wakeLock, document }),
    [],
  );
}

/** Follows keys that nothing on the screen has used. */
function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.defaultPrevented || document.querySelector('[role="dialog"]') !== null;
    if (!isTaken) onKey(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Designs for a customer to look at: the whole screen, without prices, account or ways into the shop. */
export function StallScreen({ onAsk, onLeave, ...rest }: StallScreenProps) {
  const { designs } = rest;
  // A device that doesn't answer has none to show.
  const isUnread = useLate(designs === null);
  useAwakeScreen();
  const screen = useRef<HTMLElement>(null);
  useEffect(() => screen.current?.focus(), []);
  useKeys(({ key }) => {
    if (key === 'Escape') onAsk();
  });
  return (
    <main id="main" ref={screen} className={styles.screen} tabIndex={-1}>
      <div className={styles.top}>
        <HoldCorner onHeld={onLeave} />
        <Button variant="paper" className={styles.leave} onClick={onAsk}>
          Back to the shop
        </Button>
      </div>
      {(isUnread || designs?.length === 0) && (
        <div className={styles.empty}>
          <EmptyScene
            scene="empty"
            level={1}
            title="No designs to show"
            text="They are no longer on this device. Go back to the shop to choose others."
          />
        </div>
      )}
      {designs && designs.length > 0 && <Designs {...rest} designs={designs} screen={screen} />}
    </main>
  );
}

interface DesignsProps extends Omit<StallScreenProps, 'onAsk' | 'onLeave'> {
  readonly designs: readonly PackDesign[];
  readonly screen: RefObject<HTMLElement | null>;
}

function Designs(props: DesignsProps): ReactNode {
  const { designs, firstId, onShow, wanted, onWish, screen } = props;
  const [shown, setShown] = useState<Shown>({
    productId: firstId ?? designs[0]?.productId,
    place: 0,
  });
  const [isOverview, setOverview] = useState(false);
  const shownPlace = placeOfShown(designs, shown);
  const design = designs[shownPlace];

  function goTo(to: number): void {
    if (to === shownPlace) return;
    const next = designs[to];
    if (!next) return;
    setShown({ productId: next.productId, place: to });
    onShow(next);
  }

  useKeys(({ key }) => {
    const to = placeByKey(key, shownPlace, designs.length);
    if (to !== null) goTo(to);
  });

  if (!design) return null;
  const count = `${shownPlace + 1} of ${designs.length}`;
  const wishes = wanted.get(design.productId) ?? 0;
  return (
    <>
      {designs.length > 1 && (
        <OverlayButton
          variant="paper"
          className={styles.overview}
          onClick={() => setOverview(true)}
        >
          <Icon name="grid" size={20} />
          <span className={styles.overviewText}>All designs</span>
        </OverlayButton>
      )}
      {isOverview && (
        <StallOverview
          designs={designs}
          place={shownPlace}
          onPlace={goTo}
          onClose={() => setOverview(false)}
        />
      )}
      <StallSlides designs={designs} place={shownPlace} onPlace={goTo} screen={screen} />
      <div className={styles.bottom}>
        <Button
          variant="icon"
          aria-label="Previous design"
          aria-disabled={shownPlace === 0}
          onClick={() => goTo(Math.max(0, shownPlace - 1))}
        >
          <Icon name="left" />
        </Button>
        <div className={styles.words}>
          <h1 className={styles.title}>{design.title}</h1>
          <p className="note">
            {count}
            {wishes > 0 && ` · ${counted(wishes, 'note')}`}
          </p>
        </div>
        <Button variant="paper" className={styles.wish} onClick={() => onWish(design)}>
          Customer wants this
        </Button>
        <Button
          variant="icon"
          aria-label="Next design"
          aria-disabled={shownPlace === designs.length - 1}
          onClick={() => goTo(Math.min(designs.length - 1, shownPlace + 1))}
        >
          <Icon name="right" />
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {`${design.title}, ${count}`}
      </p>
    </>
  );
}
