import type { Ref } from 'react';
import { useCall } from '#api/use-call.ts';
import type { Product } from '#contract/shop/product.ts';
import { joinClasses } from '#ui/join-classes.ts';
import type { BenchSettings } from './bench-settings.ts';
import cloth from './cloth.module.css';
import { ClothPane } from './cloth-pane.tsx';
import { CutLine } from './cut-line.tsx';
import type { LiveScale } from './live-scale.ts';
import { perInch, type Size } from './measures.ts';
import { Ruler } from './ruler.tsx';
import type { ViewParts } from './use-bench-view.ts';

interface PaneParts {
  readonly view: ViewParts;
  readonly scale: LiveScale;
  readonly settings: BenchSettings;
  readonly pixelsPerInch: number;
  readonly onPinch: (factor: number) => void;
}

interface PaneProps extends PaneParts {
  readonly product: Product;
  readonly picture: number;
  readonly isNamed: boolean;
}

function Pane({ product, picture, ...pane }: PaneProps) {
  const image = product.images[picture] ?? product.images[0];
  return image ? <ClothPane {...pane} product={product} image={image} /> : null;
}

/** A design that lies beside the first; nothing until it is known. */
function Beside({ id, ...pane }: { readonly id: string } & PaneParts) {
  const product = useCall('product', { params: { id } }).data?.product;
  return product ? <Pane {...pane} product={product} picture={0} isNamed /> : null;
}

interface BenchTableProps extends PaneParts {
  readonly product: Product;
  readonly ref: Ref<HTMLDivElement>;
  /** Its own, in CSS pixels. */
  readonly size: Size;
  /** Flat cloth has rulers. */
  readonly isFlat: boolean;
  readonly hasCutLine: boolean;
}

/** The design and those beside it, with rulers and a cut line if they are shown as flat cloth. */
export function BenchTable({ product, ref, size, isFlat, hasCutLine, ...pane }: BenchTableProps) {
  const { pixelsPerInch, settings } = pane;
  const { picture, beside } = pane.view;
  const ruler = pixelsPerInch / perInch(settings.unit);
  return (
    <div ref={ref} className={joinClasses(cloth.table, isFlat && cloth.ruled)}>
      <Pane {...pane} product={product} picture={picture} isNamed={beside.length > 0} />
      {beside.map((id) => (
        <Beside key={id} id={id} {...pane} />
      ))}
      {isFlat && size.width > 0 && (
        <>
          <Ruler edge="top" length={size.width} pixelsPerUnit={ruler} />
          <Ruler edge="left" length={size.height} pixelsPerUnit={ruler} />
          {hasCutLine && (
            <CutLine pixelsPerInch={pixelsPerInch} length={size.width} unit={settings.unit} />
          )}
        </>
      )}
    </div>
  );
}
