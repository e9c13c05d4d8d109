import { type AmountUnit, unnamedCurrency } from '#contract/studio/import-choices.ts';
import { type Rounding, roundings } from '#contract/studio/rounding.ts';
import { counted } from '#contract/wire/counted.ts';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import { roundingNames } from '../../ui/rounding-names.ts';
import {
  type Report,
  rateOf,
  type TypedChoices,
  type TypedCurrency,
} from './import-choices-form.ts';
import styles from './imports.module.css';

interface PricesProps {
  readonly report: Report;
  readonly typed: TypedChoices;
  readonly onChange: (change: Partial<TypedChoices>) => void;
}

/** What whole numbers and prices in other currencies become, and whose price counts of several variants. */
export function ImportPrices({ report, typed, onChange }: PricesProps) {
  const { currencies, variants, amounts } = report;
  if (currencies.length === 0 && variants.designs === 0 && amounts === null) return null;
  return (
    <fieldset className={styles.types}>
      <legend>Prices</legend>
      {amounts !== null && (
        <Select
          label="Are these prices in cents?"
          hint={`The file’s prices, such as ${amounts.example}, are whole numbers, so they could be cents. Check the preview below before you start.`}
          options={[
            { value: 'units', label: `No: ${amounts.example} is ${amounts.example}.00` },
            { value: 'cents', label: `Yes: ${amounts.example} is ${inCents(amounts.example)}` },
          ]}
          value={typed.amounts ?? amounts.choice}
          onChange={(to) => onChange({ amounts: to as AmountUnit })}
        />
      )}
      {currencies.map(({ code, designs }) => (
        <CurrencyFields
          key={code}
          code={code}
          designs={designs}
          typed={typed.currencies[code]}
          onChange={(to) => onChange({ currencies: { ...typed.currencies, [code]: to } })}
        />
      ))}
      {variants.designs > 0 && (
        <Select
          label="Products with several prices"
          hint={`A design has one price. ${counted(variants.designs, 'product in this file has', 'products in this file have')} variants with different prices.`}
          options={[
            { value: '{"by":"first"}', label: 'The first variant’s' },
            { value: '{"by":"cheapest"}', label: 'The lowest' },
            { value: '{"by":"dearest"}', label: 'The highest' },
            ...variants.options.map(({ name, value, designs }) => ({
              value: JSON.stringify({ by: 'option', name, value }),
              label: `${name}: ${value} (${designs.toLocaleString('en-US')}), else the first`,
            })),
          ]}
          value={typed.variant}
          onChange={(variant) => onChange({ variant })}
        />
      )}
    </fieldset>
  );
}

function inCents(example: string): string {
  return (Number(example) / 100).toFixed(2);
}

interface CurrencyProps {
  readonly code: string;
  readonly designs: number;
  readonly typed: TypedCurrency | undefined;
  readonly onChange: (to: TypedCurrency) => void;
}

function CurrencyFields({ code, designs, typed, onChange }: CurrencyProps) {
  if (!typed) return null;
  const isUnnamed = code === unnamedCurrency;
  const change = (to: Partial<TypedCurrency>) => onChange({ ...typed, ...to });
  const unit = (isUnnamed ? typed.code.toUpperCase() : code) || 'unit';
  return (
    <>
      <Select
        label={
          isUnnamed
            ? 'The file’s currency'
            : `Prices in ${code} (${designs.toLocaleString('en-US')})`
        }
        hint={
          isUnnamed ? 'Shopify’s file doesn’t say which currency its prices are in.' : undefined
        }
        options={[
          ...(isUnnamed ? [] : [{ value: 'skip', label: 'Skip these designs' }]),
          { value: 'dollars', label: isUnnamed ? 'US dollars' : 'Read as US dollars' },
          { value: 'convert', label: 'Convert to US dollars' },
          { value: 'empty', label: 'Leave the price empty' },
        ]}
        value={typed.how}
        onChange={(how) => change({ how: how as TypedCurrency['how'] })}
      />
      {typed.how === 'convert' && (
        <>
          {isUnnamed && (
            <TextField
              label="Currency code"
              hint="Such as EUR or JPY"
              autoCapitalize="characters"
              maxLength={3}
              value={typed.code}
              onChange={(to) => change({ code: to })}
            />
          )}
          <TextField
            label={`US dollars for 1 ${unit}`}
            hint="Such as 1.08"
            inputMode="decimal"
            autoComplete="off"
            value={typed.rate}
            onChange={(rate) => change({ rate })}
            error={
              typed.rate !== '' && Number.isNaN(rateOf(typed.rate))
                ? 'Enter a number, such as 1.08.'
                : undefined
            }
          />
          <Select
            label="Rounded"
            options={roundings.map((value) => ({ value, label: roundingNames[value] }))}
            value={typed.rounding}
            onChange={(rounding) => change({ rounding: rounding as Rounding })}
          />
        </>
      )}
    </>
  );
}
