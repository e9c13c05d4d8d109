import { type ReactNode, useRef, useState } from 'react';
import { useCall } from '#api/use-call.ts';
import { type ClothView, layouts, thingNames } from '#contract/shop/cloth-view.ts';
import { clothViewPath } from '#contract/shop/cloth-view-path.ts';
import { layoutNames, thingTitles } from '#contract/shop/cloth-view-text.ts';
import { productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { Modal, OverlayButton, preloadOverlay } from '#ui/overlay.tsx';
import { copyLink } from '#ui/share-link.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { Switch } from '#ui/switch.tsx';
import styles from './bench.module.css';
import { type BenchSettings, readSettings, saveSettings } from './bench-settings.ts';
import { BesideControl, type Neighbour } from './beside-control.tsx';
import { Calibration } from './calibration.tsx';
import { ChoiceChips } from './choice-chips.tsx';
import cloth from './cloth.module.css';
import { ClothPane } from './cloth-pane.tsx';
import { CutLine } from './cut-line.tsx';
import { FabricControl } from './fabric-control.tsx';
import { Figures, SoftNote } from './figures.tsx';
import type { LiveScale } from './live-scale.ts';
import { perInch } from './measures.ts';
import { PictureControl } from './picture-control.tsx';
import { Ruler } from './ruler.tsx';
import { ScaleControl } from './scale-control.tsx';
import { useBenchView, type ViewParts } from './use-bench-view.ts';
import { useScreenScale } from './use-screen-scale.ts';
import { useSize } from './use-size.ts';

interface BenchScreenProps {
  readonly product: Product;
  /** Designs of the cart and the wishlist. */
  readonly offered: readonly Neighbour[];
  /** The buttons that buy it. */
  readonly actions: ReactNode;
  /** What the button says that keeps a view. */
  readonly keepLabel: string;
  readonly onKeep: (view: ClothView) => void;
}

const flat = 'flat';

/** A design that lies beside the first; nothing until it is known. */
function Beside({ id, ...pane }: { readonly id: string } & PaneParts) {
  const product = useCall('product', { params: { id } }).data?.product;
  return product ? <Pane {...pane} product={product} picture={0} isNamed /> : null;
}

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

/** The cloth bench: a design at its real size, in layouts, on things, and beside others. */
export function BenchScreen({ product, offered, actions, keepLabel, onKeep }: BenchScreenProps) {
  const { view, scale, change: setView, pinch, current } = useBenchView(product._id);
  const [settings, setSettings] = useState(readSettings);
  const [isWhole, setWhole] = useState(false);
  const [hasCutLine, setCutLine] = useState(false);
  const [isCalibrating, setCalibrating] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const size = useSize(table);
  const trueScale = useScreenScale(settings.dotsPerInch);
  const { thing, layout, beside, picture } = view;
  const shownOn = thing ?? (product.tile ? null : 'cushion');
  const isFlat = shownOn === null;
  const pixelsPerInch = isWhole && size.width > 0 ? size.width / settings.fabricWidth : trueScale;
  const set = (change: Partial<BenchSettings>) => {
    const next = { ...settings, ...change };
    setSettings(next);
    saveSettings(next);
  };
  const pane = {
    view,
    scale,
    settings,
    pixelsPerInch,
    onPinch: pinch,
  };
  const ruler = pixelsPerInch / perInch(settings.unit);

  return (
    <article className={styles.bench}>
      <nav aria-label="Breadcrumb">
        <ShopLink className={styles.back} to={productPath(product._id)}>
          <Icon name="left" size={18} />
          {product.title}
        </ShopLink>
      </nav>
      <h1 className={styles.title}>{product.tile ? 'See it on cloth' : 'See it on things'}</h1>
      <Figures product={product} scale={scale} settings={settings} />
      <div className={styles.area}>
        <div ref={table} className={joinClasses(cloth.table, isFlat && cloth.ruled)}>
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
        {isFlat && !isWhole && settings.dotsPerInch === null && (
          <p className={styles.guess}>
            The size is a guess until you set this screen’s size.{' '}
            <button
              type="button"
              className={styles.textButton}
              onPointerEnter={preloadOverlay}
              onClick={() => setCalibrating(true)}
            >
              Set it with a bank card
            </button>
          </p>
        )}
      </div>
      <div className={styles.controls}>
        <ScaleControl scale={scale}>
          <SoftNote product={product} scale={scale} />
        </ScaleControl>
        {product.tile && (
          <ChoiceChips
            title="Layout"
            choices={layouts.map((value) => ({ value, label: layoutNames[value] }))}
            chosen={layout}
            onChoose={(chosen) => setView({ layout: chosen })}
          />
        )}
        <ChoiceChips
          title="Shown on"
          choices={[
            ...(product.tile ? [{ value: flat, label: 'Flat cloth' } as const] : []),
            ...thingNames.map((value) => ({ value, label: thingTitles[value] })),
          ]}
          chosen={shownOn ?? flat}
          onChoose={(chosen) => setView({ thing: chosen === flat ? null : chosen })}
        />
        {isFlat && (
          <>
            <ChoiceChips
              title="On the screen"
              choices={[
                { value: 'true', label: 'True size' },
                { value: 'whole', label: 'Whole width' },
              ]}
              chosen={isWhole ? 'whole' : 'true'}
              onChoose={(chosen) => setWhole(chosen === 'whole')}
            />
            <Switch isOn={hasCutLine} onChange={setCutLine}>
              Cut line
            </Switch>
          </>
        )}
        {product.images.length > 1 && (
          <PictureControl
            images={product.images}
            picture={picture}
            onChoose={(chosen) => setView({ picture: chosen })}
          />
        )}
        {product.tile && (
          <>
            <FabricControl settings={settings} onChange={set} />
            <ChoiceChips
              title="Measured in"
              choices={[
                { value: 'in', label: 'Inches' },
                { value: 'cm', label: 'Centimetres' },
              ]}
              chosen={settings.unit}
              onChoose={(unit) => set({ unit })}
            />
          </>
        )}
        <BesideControl
          offered={offered.filter(({ _id }) => _id !== product._id)}
          beside={beside}
          onChange={(chosen) => setView({ beside: chosen })}
        />
        <div className={styles.actions}>
          {actions}
          <Button variant="paper" onClick={() => onKeep({ ...current(), thing: shownOn })}>
            {keepLabel}
          </Button>
          <Button
            variant="paper"
            onClick={() => void copyLink(clothViewPath(product._id, current()))}
          >
            Copy link to this view
          </Button>
          {product.tile && (
            <OverlayButton variant="quiet" onClick={() => setCalibrating(true)}>
              Set this screen’s size
            </OverlayButton>
          )}
        </div>
      </div>
      <Modal
        title="Set this screen’s size"
        isOpen={isCalibrating}
        onClose={() => setCalibrating(false)}
      >
        <Calibration
          pixelsPerInch={trueScale}
          onDone={(dotsPerInch) => {
            set({ dotsPerInch });
            setCalibrating(false);
          }}
        />
      </Modal>
    </article>
  );
}
