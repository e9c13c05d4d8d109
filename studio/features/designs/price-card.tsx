import { formatUsd } from '#contract/wire/money.ts';
import { Switch } from '#ui/switch.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Card } from '../../ui/card.tsx';
import { lastMoment } from '../../ui/local-moment.ts';
import styles from './design-cards.module.css';
import type { DesignForm } from './use-design-form.ts';

interface PriceCardProps {
  readonly form: DesignForm;
  /** The discounted price in the shop now. */
  readonly discountedPrice: number | null;
}

export function PriceCard({ form, discountedPrice }: PriceCardProps) {
  const { typed, change, errorOf } = form;
  return (
    <Card
      title="Price"
      text={
        discountedPrice === null
          ? 'In US dollars.'
          : `In US dollars. Buyers pay ${formatUsd(discountedPrice)} now.`
      }
    >
      <TextField
        label="Price"
        inputMode="decimal"
        autoComplete="off"
        placeholder="12.50"
        value={typed.price}
        onChange={(price) => change('price', { price })}
        error={errorOf('price')}
      />
      <Switch isOn={typed.hasSale} onChange={(hasSale) => change('sale', { hasSale })}>
        Discount
      </Switch>
      {typed.hasSale && (
        <div className={styles.sale}>
          <TextField
            label="Discounted price"
            inputMode="decimal"
            autoComplete="off"
            required
            value={typed.salePrice}
            onChange={(salePrice) => change('sale.price', { salePrice })}
            error={errorOf('sale.price')}
          />
          <TextField
            label="Starts"
            type="datetime-local"
            max={lastMoment}
            hint="Your time zone. Leave empty to start now."
            value={typed.saleStartsAt}
            onChange={(saleStartsAt) => change('sale.startsAt', { saleStartsAt })}
            error={errorOf('sale.startsAt')}
          />
          <TextField
            label="Ends"
            type="datetime-local"
            max={lastMoment}
            hint="Your time zone. Leave empty for no end."
            value={typed.saleEndsAt}
            onChange={(saleEndsAt) => change('sale.endsAt', { saleEndsAt })}
            error={errorOf('sale.endsAt')}
          />
        </div>
      )}
    </Card>
  );
}
