import { type ReactNode, useRef, useState } from 'react';
import type { ClothView } from '#contract/shop/cloth-view.ts';
import { clothViewPath } from '#contract/shop/cloth-view-path.ts';
import { productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceChips } from '#ui/choice-chips.tsx';
import { Icon } from '#ui/icon.tsx';
import { Modal, OverlayButton, preloadOverlay } from '#ui/overlay.tsx';
import { copyLink } from '#ui/share-link.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { Switch } from '#ui/switch.tsx';
import styles from './bench.module.css';
import { type BenchSettings, readSettings, saveSettings } from './bench-settings.ts';
import { BenchTable } from './bench-table.tsx';
import { BesideControl, type Neighbour } from './beside-control.tsx';
import { Calibration, zoomGuessText } from './calibration.tsx';
import { FabricControl } from './fabric-control.tsx';
import { Figures, SoftNote } from './figures.tsx';
import { PictureControl } from './picture-control.tsx';
import { ScaleControl } from './scale-control.tsx';
import { useBenchView } from './use-bench-view.ts';
import { useScreenScale, useZoomGuess } from './use-screen-scale.ts';
import { useSize } from './use-size.ts';
import { ViewControls } from './view-controls.tsx';

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
  const isZoomGuessed = useZoomGuess();
  const { thing, layout, beside, picture } = view;
  const shownOn = thing ?? (product.tile ? null : 'cushion');
  const isFlat = shownOn === null;
  const set = (change: Partial<BenchSettings>) => {
    const next = { ...settings, ...change };
    setSettings(next);
    saveSettings(next);
  };

  return (
    <article className={styles.bench}>
      <nav aria-label="Breadcrumb">
        <ShopLink className={styles.back} to={productPath(product._id)}>
          <Icon name="left" size={18} />
          {product.title}
        </ShopLink>
      </nav>
      <h1 className={styles.title}>
        {product.tile ? 'See it on cloth' : 'See it on a cushion, a mug and more'}
      </h1>
      <Figures product={product} scale={scale} settings={settings} />
      <div className={styles.area}>
        <BenchTable
          ref={table}
          product={product}
          view={view}
          scale={scale}
          settings={settings}
          pixelsPerInch={isWhole && size.width > 0 ? size.width / settings.fabricWidth : trueScale}
          onPinch={pinch}
          size={size}
          isFlat={isFlat}
          hasCutLine={hasCutLine}
        />
        {isFlat && !isWhole && settings.dotsPerInch === null && (
          <SizeGuess onSet={() => setCalibrating(true)} />
        )}
        {isFlat && !isWhole && settings.dotsPerInch !== null && isZoomGuessed && (
          <p className="note">{zoomGuessText}</p>
        )}
      </div>
      <div className={styles.controls}>
        <ScaleControl scale={scale}>
          <SoftNote product={product} scale={scale} />
        </ScaleControl>
        <ViewControls
          layout={layout}
          shownOn={shownOn}
          isTile={product.tile !== null}
          onChange={setView}
        />
        {isFlat && (
          <FlatControls
            isWhole={isWhole}
            onWhole={setWhole}
            hasCutLine={hasCutLine}
            onCutLine={setCutLine}
          />
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
        <div className="row-3">
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
        isWide
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

function SizeGuess({ onSet }: { readonly onSet: () => void }) {
  return (
    <p className="note">
      Not to scale yet. Hold a bank card to the screen once, then it is.{' '}
      <button
        type="button"
        className={styles.textButton}
        onPointerEnter={preloadOverlay}
        onClick={onSet}
      >
        Set it with a bank card
      </button>
    </p>
  );
}

interface FlatControlsProps {
  /** Whether the whole width of the fabric is shown, not its true size. */
  readonly isWhole: boolean;
  readonly onWhole: (isWhole: boolean) => void;
  readonly hasCutLine: boolean;
  readonly onCutLine: (hasCutLine: boolean) => void;
}

function FlatControls({ isWhole, onWhole, hasCutLine, onCutLine }: FlatControlsProps) {
  return (
    <>
      <ChoiceChips
        title="On the screen"
        choices={[
          { value: 'true', label: 'True size' },
          { value: 'whole', label: 'Whole width' },
        ]}
        chosen={isWhole ? 'whole' : 'true'}
        onChoose={(chosen) => onWhole(chosen === 'whole')}
      />
      <Switch isOn={hasCutLine} onChange={onCutLine}>
        Cut line
      </Switch>
    </>
  );
}
