import { useRef } from 'react';
import { useStore } from 'zustand';
import { boundPercent } from '#contract/shop/cloth-view-path.ts';
import type { Product } from '#contract/shop/product.ts';
import { withUnit } from '#contract/shop/with-unit.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './bench.module.css';
import type { BenchSettings } from './bench-settings.ts';
import { type LiveScale, percentOf, useReadScale, writeText } from './live-scale.ts';
import { clothFigures, dpiAt, figuresText, softDpi } from './measures.ts';

interface FiguresProps {
  readonly product: Product;
  readonly scale: LiveScale;
  readonly settings: BenchSettings;
}

/** How large a repeat is, how often it fits, and how sharp it prints. */
export function Figures({ product, scale, settings }: FiguresProps) {
  const line = useRef<HTMLParagraphElement>(null);
  useReadScale(scale, () => {
    const { fabricWidth, unit } = settings;
    const figures = clothFigures(product, percentOf(scale), fabricWidth);
    writeText(
      line.current,
      figures ? figuresText(figures, fabricWidth, unit) : 'One picture, without a repeat.',
    );
  });
  return <p ref={line} className={styles.figures} role="status" />;
}

/** Warns of a scale at which prints look soft. */
export function SoftNote({ product, scale }: Pick<FiguresProps, 'product' | 'scale'>) {
  const isSoft = useStore(scale, (percent) => {
    const dpi = dpiAt(product, boundPercent(percent));
    return dpi !== null && dpi < softDpi;
  });
  return (
    <div role="status">
      {isSoft && (
        <p className={styles.soft}>
          <Icon name="exclamation" size={18} />
          Below {withUnit(softDpi, 'DPI')} prints look soft. Choose a smaller scale.
        </p>
      )}
    </div>
  );
}
