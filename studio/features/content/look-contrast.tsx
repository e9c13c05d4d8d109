import type { CSSProperties } from 'react';
import * as v from 'valibot';
import type { LookColor } from '#contract/shop/look.ts';
import { colorsSchema, type Look } from '#contract/studio/look.ts';
import {
  changeableColor,
  colorNames,
  type MeasuredPair,
  measureLook,
  nearestColor,
  shownContrast,
} from '#contract/studio/look-contrast.ts';
import { Button } from '#ui/button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './look-contrast.module.css';

interface LookContrastProps {
  /** May have colours that aren't complete yet. */
  readonly draft: Readonly<Record<string, unknown>>;
  readonly onChoose: (name: LookColor, color: string) => void;
}

/** Every use of the shop's colours with its contrast, and for what nobody could read a colour that passes. */
export function LookContrast({ draft, onChoose }: LookContrastProps) {
  const parsed = v.safeParse(colorsSchema, draft);
  if (!parsed.success) {
    return (
      <Card title="Contrast">
        <p>Complete every colour to see whether all texts can be read.</p>
      </Card>
    );
  }
  const look: Look = parsed.output;
  const pairs = measureLook(look);
  const faults = pairs.filter(({ isEnough }) => !isEnough);
  const wrong = [...new Set(faults.map(changeableColor))];
  return (
    <Card
      title="Contrast"
      text="Texts need a contrast of 4.5, frames and focus rings 3 (WCAG AA). Only colours with which everything can be read can be published."
    >
      <p role="status">
        {faults.length === 0
          ? `All ${pairs.length} uses of your colours can be read.`
          : `${faults.length} of ${pairs.length} uses of your colours can’t be read well enough.`}
      </p>
      {wrong.map((name) => (
        <Suggestion
          key={name}
          name={name}
          nearest={nearestColor(look, name)}
          onChoose={(color) => onChoose(name, color)}
        />
      ))}
      {faults.length > 0 && <Pairs label="Not enough contrast" pairs={faults} />}
      <details>
        <summary className={styles.summary}>All {pairs.length} uses</summary>
        <Pairs label="Every use of your colours" pairs={pairs} />
      </details>
    </Card>
  );
}

interface SuggestionProps {
  readonly name: LookColor;
  readonly nearest: string | null;
  readonly onChoose: (color: string) => void;
}

function Suggestion({ name, nearest, onChoose }: SuggestionProps) {
  if (nearest === null) {
    return (
      <p>
        No darker or lighter <strong>{colorNames[name]}</strong> passes. Change the colours it is
        used with.
      </p>
    );
  }
  return (
    <p className={styles.suggestion}>
      <Sample style={{ background: nearest }} />
      <span>
        <strong>{colorNames[name]}</strong>: the nearest colour that passes is {nearest}.
      </span>
      <Button variant="paper" onClick={() => onChoose(nearest)}>
        Use it<span className="visually-hidden"> for {colorNames[name]}</span>
      </Button>
    </p>
  );
}

function Pairs({ label, pairs }: { readonly label: string; readonly pairs: MeasuredPair[] }) {
  return (
    <Table label={label} columns={['Use', 'Sample', 'Contrast', 'Needs', 'AA']}>
      {pairs.map(({ name, frontHex, backHex, contrast, needs, isEnough }) => (
        <tr key={name}>
          <td data-label="Use">{name}</td>
          <td data-label="Sample">
            <Sample style={{ color: frontHex, background: backHex }}>Aa</Sample>
          </td>
          <td data-label="Contrast">{shownContrast(contrast)}</td>
          <td data-label="Needs">{needs}</td>
          <td data-label="AA">
            <Badge tone={isEnough ? 'good' : 'bad'}>{isEnough ? 'Passes' : 'Fails'}</Badge>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Sample({
  style,
  children,
}: {
  readonly style: CSSProperties;
  readonly children?: string;
}) {
  return (
    <span className={styles.sample} style={style} aria-hidden="true">
      {children}
    </span>
  );
}
