import { layoutNames, thingTitles } from '#contract/shop/cloth-view-text.ts';
import type { Product, ProductImage } from '#contract/shop/product.ts';
import { Button } from '#ui/button.tsx';
import type { BenchSettings } from './bench-settings.ts';
import styles from './cloth.module.css';
import { FlatCloth } from './flat-cloth.tsx';
import { type LiveScale, useDrawnPercent } from './live-scale.ts';
import { clothFigures, figuresText, scaled } from './measures.ts';
import { ThingView } from './thing-view.tsx';
import type { ViewParts } from './use-bench-view.ts';
import { useClothPicture } from './use-cloth-picture.ts';

interface ClothPaneProps {
  readonly product: Product;
  readonly image: ProductImage;
  readonly view: ViewParts;
  readonly scale: LiveScale;
  readonly settings: BenchSettings;
  /** CSS pixels to an inch of cloth on the screen. */
  readonly pixelsPerInch: number;
  readonly isNamed: boolean;
  readonly onPinch: (factor: number) => void;
}

function Cloth(props: ClothPaneProps & { readonly href: string }) {
  const { product, view, scale, settings, href, pixelsPerInch, onPinch } = props;
  const { tile, title } = product;
  const { layout, thing } = view;
  const { fabricWidth, unit } = settings;
  const percent = useDrawnPercent(scale);
  const repeat = tile && scaled(tile, percent / 100);
  const figures = clothFigures(product, percent, fabricWidth);
  const shownOn = thing ?? (repeat ? null : 'cushion');
  const label = [
    shownOn === null ? `${title} on cloth.` : `${title} on ${thingTitles[shownOn].toLowerCase()}.`,
    ...(figures ? [`${layoutNames[layout]}.`, figuresText(figures, fabricWidth, unit)] : []),
    'Arrow keys move it, plus and minus scale it.',
  ].join(' ');
  const shared = { href, layout, scale, percent, label, onPinch };
  return shownOn !== null ? (
    <ThingView key={shownOn} {...shared} name={shownOn} repeat={repeat} />
  ) : (
    repeat && <FlatCloth {...shared} repeat={scaled(repeat, pixelsPerInch)} />
  );
}

/** One design of those that lie side by side. */
export function ClothPane(props: ClothPaneProps) {
  const { product, image, isNamed } = props;
  const picture = useClothPicture(image);
  return (
    <div className={styles.pane} style={{ backgroundColor: image.color }}>
      {picture.status === 'ready' && <Cloth {...props} href={picture.href} />}
      {picture.status === 'missing' && (
        <div className={styles.missing}>
          <p>This picture isn’t on this device yet, and the shop can’t be reached.</p>
          <Button variant="paper" onClick={picture.retry}>
            Try again
          </Button>
        </div>
      )}
      {isNamed && <p className={styles.name}>{product.title}</p>}
    </div>
  );
}
