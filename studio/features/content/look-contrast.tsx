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

/** Every combination of the shop's colours with its contrast, and for an unreadable one a colour that passes. */
export function LookContrast({ draft, onChoose }: LookContrastProps) {
  const parsed = v.safeParse(colorsSchema, draft);
  if (!parsed.success) {
    return (
      <Card title="Contrast">
        <p>Complete every colour to see whether all combinations are readable.</p>
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
      text="Text needs a contrast of at least 4.5, borders and focus rings at least 3 (WCAG AA). You can publish once every combination passes."
    >
      <p role="status">
        {faults.length === 0
          ? `All ${pairs.length} colour combinations are readable.`
          : `${faults.length} of ${pairs.length} colour combinations aren’t readable enough.`}
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
        <summary className={styles.summary}>All {pairs.length} combinations</summary>
        <Pairs label="All colour combinations" pairs={pairs} />
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
    <Table label={label} columns={['Combination', 'Sample', 'Contrast', 'Needs', 'AA']}>
      {pairs.map(({ name, frontHex, backHex, contrast, needs, isEnough }) => (
        <tr key={name}>
          <td data-label="Combination">{name}</td>
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
