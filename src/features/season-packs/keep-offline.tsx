import { useEffect, useRef, useState } from 'react';
import { paths } from '#contract/shop/paths.ts';
import { type PackSource, packIdOf } from '#offline/catalogue/season-pack-store.ts';
import type { PackMeasure } from '#offline/catalogue/worker-messages.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import styles from './keep-offline.module.css';
import { PackState } from './pack-state.tsx';
import { keepLabel, keepProblem } from './pack-texts.ts';
import { StallLink } from './stall-link.tsx';
import { keepPack, measurePack, useSeasonPacks } from './use-season-packs.ts';

interface Measured {
  readonly measure: PackMeasure;
  /** Bytes that the browser still allows; null if it doesn't say. */
  readonly free: number | null;
}

const notMeasured: Measured = { measure: null, free: null };

async function measureAll(source: PackSource): Promise<Measured> {
  const [measure, estimate] = await Promise.all([
    measurePack(source),
    navigator.storage?.estimate().catch(() => null),
  ]);
  const { quota, usage = 0 } = estimate ?? {};
  return { measure, free: quota === undefined ? null : quota - usage };
}

/** Offers to keep a listing offline; measures it once this comes into view. */
function KeepButton({ name, source: given }: KeepOfflineProps) {
  // The caller may create an equal one on each render.
  const [source] = useState(given);
  const box = useRef<HTMLDivElement>(null);
  const [{ measure, free }, setMeasured] = useState(notMeasured);
  useEffect(() => {
    let isGone = false;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      void measureAll(source).then((measured) => !isGone && setMeasured(measured));
    });
    if (box.current) observer.observe(box.current);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [source]);

  async function keep(): Promise<void> {
    // If it couldn't be measured before, the size is shown first and the next press stores.
    const known = measure ? { measure, free } : await measureAll(source);
    setMeasured(known);
    if (!known.measure) {
      toast.error('These designs can’t be stored now: the shop can’t be reached.');
    } else if (measure && !keepProblem(known.measure, known.free)) await keepPack(name, source);
  }

  const problem = keepProblem(measure, free);
  return (
    <div ref={box} className={styles.keep}>
      {problem === null ? (
        <Button variant="quiet" onClick={() => void keep()}>
          {keepLabel(measure)}
        </Button>
      ) : (
        <p className={styles.note}>{problem}</p>
      )}
    </div>
  );
}

interface KeepOfflineProps {
  /** How the pack is called in the list of packs. */
  readonly name: string;
  readonly source: PackSource;
}

/** The quiet action at the end of a listing that keeps its designs offline, or how far that is. */
export function KeepOffline({ name, source }: KeepOfflineProps) {
  const packs = useSeasonPacks();
  if (!packs) return null;
  const id = packIdOf(source);
  const pack = packs.find((known) => known.id === id);
  if (!pack) {
    return (
      <div className={styles.offers}>
        <KeepButton key={id} name={name} source={source} />
        {'accountId' in source && <StallLink name={name} source={source} />}
      </div>
    );
  }
  return (
    <section className={styles.pack} aria-label="Saved for the market">
      <p className={styles.title}>Saved for the market</p>
      <PackState pack={pack} />
      <LinkButton variant="quiet" to={paths.storage.path}>
        Everything saved for the market
      </LinkButton>
    </section>
  );
}
