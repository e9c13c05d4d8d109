import { useState } from 'react';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import styles from './bench.module.css';
import {
  type BenchSettings,
  fabricWidths,
  maxFabricWidth,
  minFabricWidth,
} from './bench-settings.ts';
import { lengthText, perInch, shortNumber } from './measures.ts';

interface FabricControlProps {
  readonly settings: BenchSettings;
  readonly onChange: (change: Partial<BenchSettings>) => void;
}

const own = 'own';

/** The width of the buyer's fabric: one of the usual ones or their own. */
export function FabricControl({ settings, onChange }: FabricControlProps) {
  const { fabricWidth, unit } = settings;
  const isUsual = fabricWidths.some((width) => width === fabricWidth);
  const [isOwn, setOwn] = useState(!isUsual);
  const [typed, setTyped] = useState(() => shortNumber(fabricWidth * perInch(unit)));
  const [problem, setProblem] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    const inches = Number(text.trim().replace(',', '.')) / perInch(unit);
    const isPossible = text.trim() !== '' && inches >= minFabricWidth && inches <= maxFabricWidth;
    setProblem(
      isPossible
        ? null
        : `Enter a width from ${lengthText(minFabricWidth, unit)} to ${lengthText(maxFabricWidth, unit)}.`,
    );
    if (isPossible) onChange({ fabricWidth: inches });
  };
  return (
    <div className={styles.fabric}>
      <Select
        label="Fabric width"
        value={isOwn ? own : String(fabricWidth)}
        options={[
          ...fabricWidths.map((width) => ({
            value: String(width),
            label: lengthText(width, unit),
          })),
          { value: own, label: 'Another width' },
        ]}
        onChange={(value) => {
          setOwn(value === own);
          if (value !== own) onChange({ fabricWidth: Number(value) });
          else setTyped(shortNumber(fabricWidth * perInch(unit)));
        }}
      />
      {isOwn && (
        <TextField
          key={unit}
          label={`Your fabric’s width in ${unit}`}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={type}
        />
      )}
    </div>
  );
}
